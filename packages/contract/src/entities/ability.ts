import { z } from 'zod'
import { ABILITIES } from '../constants.ts'

/** What a model can or cannot do; a missing ability is unknown. */
export const abilities = z.partialRecord(z.enum(ABILITIES), z.boolean())
export type Abilities = z.output<typeof abilities>
