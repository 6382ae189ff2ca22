import type { ComparedName, ImportDifference as Difference, ImportSentence } from '@tollgate/contract'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { Source } from '../sources/source.ts'
import type { Generation } from '../tables/generation.ts'
import type { LogWindow } from '../tables/logs.ts'
import type { rememberedRows } from '../tables/move.ts'
import type { Proof } from './proof.ts'

export interface Proven {
  db: Db
  source: Source
  generation: Generation
  id: string
  secrets: Secrets
  /** The part of the log to compare; null: none. */
  logs: LogWindow
}

export type RowOf = Awaited<ReturnType<typeof rememberedRows>>['rowOf']

/** The result that the checks of tables write into. */
export interface Comparison extends Proven {
  rowOf: RowOf
  proof: Proof
}

const add = ({ proof }: Comparison, side: 'source' | 'here', figures: Partial<Record<ComparedName, number>>) => {
  for (const [name, value] of Object.entries(figures)) proof[name as ComparedName][side] += value
}

type Row = Pick<Difference, 'table' | 'id' | 'name'>

/** Compares the figures of a row that should be here; `here` undefined: it is missing. */
export function compareRow(
  comparison: Comparison,
  row: Row,
  source: Partial<Record<ComparedName, number>>,
  here: Partial<Record<ComparedName, number>> | undefined,
  why: (field: ComparedName) => ImportSentence | '' = () => '',
): void {
  add(comparison, 'source', source)
  if (here) add(comparison, 'here', here)
  for (const [name, value] of Object.entries(source)) {
    const field = name as ComparedName
    const found = here?.[field] ?? 0
    if (found !== value)
      comparison.proof.differences.push({ ...row, field, source: value, here: found, why: why(field) })
  }
}

/** A choice that changed a figure: by how much, and the sentence of it. */
interface Step {
  by: number
  why: ImportSentence
}

/** Compares a figure that choices may have changed; each is a difference of its own. */
export function compareSteps(
  comparison: Comparison,
  { row, field, source, here }: { row: Row; field: ComparedName; source: number; here: number },
  steps: readonly Step[],
): void {
  add(comparison, 'source', { [field]: source })
  add(comparison, 'here', { [field]: here })
  const { differences } = comparison.proof
  let reached = source
  for (const { by, why } of steps) {
    differences.push({ ...row, field, source: reached, here: reached + by, why })
    reached += by
  }
  if (reached !== here) differences.push({ ...row, field, source: reached, here, why: '' })
}

/** Notes a difference that is no figure. */
export const differ = ({ proof }: Comparison, row: Row, field: string, here: string, why: ImportSentence | '' = '') =>
  proof.differences.push({ ...row, field, source: 'as in the source', here, why })
