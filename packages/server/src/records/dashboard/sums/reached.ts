import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'
import type { Tables } from '../../../platform/storage/schema.ts'
import { KEY } from './columns.ts'
import { type Facet, LEVELS, type Level, shortestOf } from './facets.ts'

/** The key of figures or sums of one time. */
export interface Key {
  model_name: string
  channel_id: number
  user_id: number
  token_id: number
  cause: string
  group: string
}

/**
 * How far summing has come: everything before `until`, and of the unit that begins there everything up to a key; null:
 * nothing of that unit.
 */
export interface Reached {
  until: number
  after: Key | null
}

type Columns = { until: number } & { [Name in keyof Key]: Key[Name] | null }

export const reachedOf = ({ until, model_name, channel_id, user_id, token_id, cause, group }: Columns): Reached => ({
  until,
  after: model_name === null ? null : ({ model_name, channel_id, user_id, token_id, cause, group } as Key),
})

const columnsOf = ({ until, after }: Reached): Columns => ({
  until,
  model_name: after?.model_name ?? null,
  channel_id: after?.channel_id ?? null,
  user_id: after?.user_id ?? null,
  token_id: after?.token_id ?? null,
  cause: after?.cause ?? null,
  group: after?.group ?? null,
})

/** As a row of values, in the order of some columns. */
export function rowOf(key: Key, order: readonly (keyof Key)[] = KEY): RawBuilder<unknown> {
  const values = order.map(name => {
    const value = key[name]
    return typeof value === 'number' ? sql`${sql.lit(value)}` : sql`cast(${value} as text)`
  })
  return sql.join(values)
}

/** Locks the progress of summing: nobody else can change it, or any sums, until the transaction ends. */
export async function lockFigureRollUp(db: Db): Promise<Reached> {
  const state = db.selectFrom('figure_roll_up').selectAll()
  return reachedOf(await (databaseKindOf(db) === 'postgres' ? state.forUpdate() : state).executeTakeFirstOrThrow())
}

export const noteFigures = (db: Db, reached: Reached) =>
  db.updateTable('figure_roll_up').set(columnsOf(reached)).execute()

export type LevelReached = Reached & Level

/** How far each level above the shortest units is built. */
export async function levelsReached(db: Db): Promise<LevelReached[]> {
  const rows = await db.selectFrom('figure_sum_levels').selectAll().execute()
  return LEVELS.map(level => {
    const row = rows.find(({ facet, seconds }) => facet === level.facet.id && seconds === level.seconds)
    return { ...level, ...(row ? reachedOf(row) : { until: 0, after: null }) }
  })
}

export async function noteLevel(db: Db, { facet, seconds }: Level, reached: Reached): Promise<void> {
  const columns: Omit<Tables['figure_sum_levels'], 'facet' | 'seconds'> = columnsOf(reached)
  await db
    .insertInto('figure_sum_levels')
    .values({ facet: facet.id, seconds, ...columns })
    .onConflict(conflict => conflict.columns(['facet', 'seconds']).doUpdateSet(columns))
    .execute()
}

/** The time up to which all units of a facet exist, by length. */
export function reachedBy(facet: Facet, figures: Reached, levels: readonly LevelReached[]): Map<number, number> {
  const ofFacet = levels.filter(level => level.facet === facet)
  return new Map([
    [shortestOf(facet), figures.until],
    ...ofFacet.map(({ seconds, until }): [number, number] => [seconds, until]),
  ])
}
