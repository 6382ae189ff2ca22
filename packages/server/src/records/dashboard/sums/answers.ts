import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'
import { ofFigures, type SumName } from './columns.ts'
import type { Conditions } from './conditions.ts'
import { DIMENSIONS, type Dimension } from './facets.ts'

/** A sum with the number of its time range; columns that were not grouped by or requested are empty. */
export type FigureSum<By extends Dimension = Dimension, Sum extends SumName = SumName> = { place: number } & {
  [Name in By]: Name extends 'model' | 'cause' | 'group' ? string : number
} & Record<Sum, number>

/** A query of one table. */
export interface Figures<By extends Dimension, Sum extends SumName> {
  /** The grouping besides the time range. */
  by: readonly By[]
  sums: readonly Sum[]
  conditions: Conditions
  /** Only figures with a cause, for which only `failed` is known. */
  ofFailed: boolean | undefined
}

const TEXTS: ReadonlySet<Dimension> = new Set(['model', 'cause', 'group'])

export const ofRows = (sums: readonly SumName[]) =>
  sql.join(sums.map(name => sql`${ofFigures[name]} as ${sql.ref(name)}`))
export const dimensions = (by: readonly Dimension[]) =>
  sql.join([...by.map(name => sql`${sql.ref(DIMENSIONS[name])} as ${sql.ref(name)},`), sql``], sql` `)
export const groups = (by: readonly Dimension[]) =>
  sql.join([sql``, ...by.map(name => sql`, ${sql.ref(DIMENSIONS[name])}`)], sql``)

/** Runs a query of sums by part. PostgreSQL may return numbers as texts. */
export async function sumsIn<By extends Dimension, Sum extends SumName>(
  db: Db,
  { by, sums }: Pick<Figures<By, Sum>, 'by' | 'sums'>,
  query: RawBuilder<unknown>,
): Promise<FigureSum<By, Sum>[]> {
  const { rows } = (await query.execute(db)) as { rows: Record<string, string | number>[] }
  if (databaseKindOf(db) === 'postgres') {
    const numbers = ['place', ...sums, ...by.filter(name => !TEXTS.has(name))]
    for (const row of rows) for (const name of numbers) row[name] = Number(row[name])
  }
  return rows as FigureSum<By, Sum>[]
}

/**
 * Adds up the results of several queries per time range. Most ranges occur in only one query, which has each sum once.
 */
export function addUpAnswers<By extends Dimension, Sum extends SumName>(
  answers: readonly (readonly FigureSum<By, Sum>[])[],
  { by, sums }: Pick<Figures<By, Sum>, 'by' | 'sums'>,
): FigureSum<By, Sum>[] {
  const answerOf = new Map<number, number>()
  const shared = new Set<number>()
  answers.forEach((answer, place) => {
    for (const sum of answer) {
      const known = answerOf.get(sum.place)
      if (known === undefined) answerOf.set(sum.place, place)
      else if (known !== place) shared.add(sum.place)
    }
  })
  const all = ([] as FigureSum<By, Sum>[]).concat(...answers)
  const added = new Map<string, FigureSum<By, Sum>>()
  for (const sum of all.filter(({ place }) => shared.has(place))) {
    const key = by.reduce((key, name) => `${key}\0${sum[name]}`, String(sum.place))
    const before: Record<Sum, number> | undefined = added.get(key)
    if (before) for (const name of sums) before[name] += sum[name]
    else added.set(key, sum)
  }
  return all.filter(({ place }) => !shared.has(place)).concat([...added.values()])
}
