import { BUILT_IN_LIST, type PriceOrigin } from '@tollgate/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Options } from '../../platform/options/index.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { PriceOriginsTable } from '../../platform/storage/schema.ts'
import { PRICE_OPTIONS } from '../pricing/index.ts'
import { type LookUpPrices, lookUpList } from './listed-prices.ts'

type Row = Selectable<PriceOriginsTable>
type Noted = Pick<Row, 'list_id' | 'source' | 'read_at' | 'set_at' | 'actor_name'>

const ROWS_AT_ONCE = 100

/** Records where the current prices of models in the options came from. */
export async function noteOrigins(
  db: Db,
  options: Pick<Options, 'get'>,
  listed: ReadonlyMap<string, string>,
  noted: Noted,
): Promise<void> {
  const rows: Insertable<PriceOriginsTable>[] = [...listed].map(([model, text]) => ({
    ...noted,
    model,
    entries: entriesIn(model, options),
    listed: text,
  }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('price_origins')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict(conflict =>
        conflict.column('model').doUpdateSet(({ ref }) => ({
          entries: ref('excluded.entries'),
          list_id: ref('excluded.list_id'),
          source: ref('excluded.source'),
          read_at: ref('excluded.read_at'),
          listed: ref('excluded.listed'),
          set_at: ref('excluded.set_at'),
          actor_name: ref('excluded.actor_name'),
        })),
      )
      .execute()
}

/** Records prices that a user entered, with the current price of the built-in list. */
export async function noteWritten(
  db: Db,
  options: Pick<Options, 'get'>,
  models: readonly string[],
  by: Pick<Noted, 'set_at' | 'actor_name'>,
): Promise<void> {
  const builtIn = await lookUpList(db, BUILT_IN_LIST)
  const listed = new Map(models.map(model => [model, textOf(builtIn, model)]))
  await noteOrigins(db, options, listed, { ...by, list_id: BUILT_IN_LIST, source: '', read_at: 0 })
}

/** Returns where prices in the options came from, by model. A price changed outside the console has no origin. */
export async function readOrigins(db: Db, options: Pick<Options, 'get'>): Promise<Map<string, PriceOrigin>> {
  const rows = await db.selectFrom('price_origins').selectAll().execute()
  const standing = rows.filter(({ model, entries }) => entries !== '{}' && entries === entriesIn(model, options))
  const lists = new Map<number, LookUpPrices | undefined>()
  for (const id of new Set(standing.map(({ list_id }) => list_id))) lists.set(id, await lookUpList(db, id))
  return new Map(
    standing.map(({ model, list_id, source, read_at, set_at, actor_name, listed }) => {
      const today = textOf(lists.get(list_id), model)
      const is_older = listed !== '' && today !== '' && today !== listed
      return [model, { source, read_at, set_at, actor_name, is_older }]
    }),
  )
}

const textOf = (list: LookUpPrices | undefined, model: string): string => {
  const document = list?.priceOf(model)?.document
  return document ? JSON.stringify(document) : ''
}

/** Returns a model's entries in the price options as JSON. */
function entriesIn(model: string, options: Pick<Options, 'get'>): string {
  const entries = PRICE_OPTIONS.flatMap(key => {
    const table: Readonly<Record<string, unknown>> = options.get(key)
    return Object.hasOwn(table, model) ? [[key, table[model]]] : []
  })
  return JSON.stringify(Object.fromEntries(entries))
}
