import { type CheckedInputOf, type calls, type OptionValue, optionTable } from '@tollgate/contract'
import { type Differences, differencesFrom, versionOf } from '../../money/price-lists/differences.ts'
import { lookUpList } from '../../money/price-lists/listed-prices.ts'
import { noteOrigins } from '../../money/price-lists/origins.ts'
import { OWN_PRICES, type PRICE_OPTIONS } from '../../money/pricing/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import { changeOption, type OptionChanger } from '../settings/change-option.ts'
import { nameOfList } from './list-names.ts'

type PriceOption = (typeof PRICE_OPTIONS)[number]

/**
 * Adopts the prices of chosen models, and returns how many changed.
 * @throws ApiError
 */
export async function acceptPrices(
  context: OptionChanger,
  id: number,
  { version, models, ...margin }: CheckedInputOf<typeof calls.priceLists.accept>['body'],
): Promise<number> {
  const { app, caller } = context
  const list = await lookUpList(app.db, id)
  if (!list) throw consoleError('price_list_not_found')
  if (versionOf(list, app.options) !== version) throw consoleError('price_list_changed')
  const chosen = new Set(models)
  const rows = (await differencesFrom(list, margin, app)).rows.filter(({ model }) => chosen.has(model))
  if (rows.length === 0) throw consoleError('price_list_nothing_new')

  // Adds new documents before removing the numbers that take precedence over them, and removes old ones after adding
  // the numbers that replace them.
  await change(context, 'ModelPrices', rows, isDocument)
  for (const key of OWN_PRICES.toReversed()) await change(context, key, rows)
  await change(context, 'ModelPrices', rows)

  const source = await nameOfList(app, id)
  const listed = new Map(rows.map(({ model, listed }) => [model, listed]))
  const noted = { list_id: id, source, read_at: list.read_at, set_at: app.now(), actor_name: caller.username }
  await noteOrigins(app.db, app.options, listed, noted)
  const told = rows.slice(0, MOST_NAMED).map(({ model }) => model)
  await recordAct(context, 'prices_accepted', {
    count: rows.length,
    name: source,
    factor: margin.factor,
    models: told.join(', ') + (rows.length > told.length ? ', …' : ''),
  })
  return rows.length
}

const MOST_NAMED = 20

type Row = Differences['rows'][number]
const isDocument = ({ as }: Row): boolean => as === 'document'

/** Writes the rows' entries into an option, like any other change of an option. */
async function change(context: OptionChanger, key: PriceOption, rows: Row[], only: (row: Row) => boolean = () => true) {
  const before: OptionValue<typeof key> = context.app.options.get(key)
  const after = new Map<string, unknown>(Object.entries(before))
  for (const { model, entries } of rows.filter(only)) {
    const entry = entries[key][model] ?? null
    if (entry === null) after.delete(model)
    else after.set(model, entry)
  }
  const line = optionTable[key] as { write(value: unknown): string } // one of five tables by model
  const [text, expected] = [line.write(Object.fromEntries(after)), line.write(before)]
  if (text !== expected) await changeOption(context, key, text, expected)
}
