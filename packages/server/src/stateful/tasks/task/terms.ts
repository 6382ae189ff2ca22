import { z } from 'zod'
import type { MachineRow, TaskTerms } from './task.ts'

const written = z.custom<TaskTerms>(value => typeof value === 'object' && value !== null)

/** Reads what `JSON.stringify` of terms wrote. */
export const readTerms = ({ terms }: Pick<MachineRow, 'terms'>): TaskTerms => written.parse(JSON.parse(terms))
