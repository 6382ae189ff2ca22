import { AUTO_GROUP, type ImportSentence, isOptionKey, optionLines, optionTable, splitList } from '@tollgate/contract'
import { optionStore } from '../../platform/options/store.ts'
import type { Db } from '../../platform/storage/db.ts'
import { rowsOf, type Source } from '../sources/source.ts'
import { objectOf } from './cells.ts'
import type { Move } from './move.ts'
import { PRICE_KEYS, type PriceTable, pricesOfSource, type SourcePrices } from './prices/prices-of-source.ts'

/** One-api's options with another name here. */
const RENAMED: Readonly<Record<string, string>> = {
  OidcEnabled: 'oidc.enabled',
  OidcClientId: 'oidc.client_id',
  OidcClientSecret: 'oidc.client_secret',
  OidcWellKnown: 'oidc.well_known',
  OidcAuthorizationEndpoint: 'oidc.authorization_endpoint',
  OidcTokenEndpoint: 'oidc.token_endpoint',
  OidcUserinfoEndpoint: 'oidc.user_info_endpoint',
}
const PRICES: ReadonlySet<string> = new Set(PRICE_KEYS)
const GROUPS = 'GroupRatio'
const table = 'options'

function optionsOf(source: Source): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const { key, value } of rowsOf(source, 'options')) if (key) options.set(key, value ?? '')
  return options
}

export const optionOf = (source: Source, key: string): string | undefined => optionsOf(source).get(key)

/** Takes over the source's options. A site that had users keeps its own. */
export async function moveOptions(move: Move): Promise<void> {
  const { db, source, secrets, now } = move
  const store = optionStore(db, secrets)
  const author = { userId: 0, now }
  const here = new Map((await store.load()).map(({ key, text }) => [key, text]))
  if (move.isMerge) move.note({ table, kind: 'left', text: 'The site keeps its own options.' }, 'all')
  else
    for (const [given, text] of optionsOf(source)) {
      const key = RENAMED[given] ?? given
      if (here.has(key)) continue
      const why = whyLeft(move, key, text)
      if (why !== '') {
        move.note({ table, kind: 'left', text: why }, given)
        continue
      }
      // Prices are saved together, including those that no option has.
      if (!isOptionKey(key) || PRICES.has(key)) continue
      const reading = optionLines[key].read(text)
      if (!('value' in reading)) continue
      await store.save(key, optionLines[key].write(reading.value), author)
      if (optionLines[key].secret && text !== '')
        move.note({ table, kind: 'sealed', text: 'Secrets were in plain text; here they are encrypted.' }, key)
    }
  if (!move.isMerge && move.prices === 'source')
    await savePrices(move, async (key, text) => {
      if (!here.has(key)) await store.save(key, text, author)
    })
  await addGroups(move)
  if (!move.isMerge) await addAutoOrder(move)
}

const PRICE_NOTES: Readonly<Record<keyof SourcePrices['found'], ImportSentence>> = {
  log: 'No option has their prices: those that their last calls were charged by hold.',
  builtIn: 'No option has their ratios: those built into one-api hold.',
  builtInNewApi: 'No option has their prices: those built into new-api hold.',
  unknown: 'One-api charges a model that it does not know by the ratio 30; so it goes on.',
}

/** Saves the prices that the source would continue to charge. */
async function savePrices(
  { source, generation, note }: Move,
  save: (key: keyof PriceTable, text: string) => Promise<void>,
): Promise<void> {
  const stored = storedPrices(source)
  const isStored = (key: keyof PriceTable) => optionOf(source, key) !== undefined
  const { tables, found, missing, overruled, fixed } = pricesOfSource(source, generation, stored, isStored)
  for (const key of PRICE_KEYS) {
    const reading = optionLines[key].read(JSON.stringify(tables[key]))
    const isSaid = isStored(key) || Object.keys(tables[key]).length > Object.keys(stored[key]).length
    if ('value' in reading && isSaid) await save(key, optionLines[key].write(reading.value))
  }
  for (const from of ['log', 'builtIn', 'builtInNewApi', 'unknown'] as const)
    for (const model of found[from]) note({ table, kind: 'changed', text: PRICE_NOTES[from] }, model)
  for (const model of overruled)
    note(
      {
        table,
        kind: 'changed',
        text: 'Their last calls were charged by another CompletionRatio than the option says; that of the calls holds.',
      },
      model,
    )
  for (const model of fixed)
    note(
      { table, kind: 'changed', text: 'New-api fixes their CompletionRatio in its code; the option does not count.' },
      model,
    )
  for (const model of missing)
    note(
      { table, kind: 'asks', text: 'Nothing says what the source charges for them: the prices of this site hold.' },
      model,
    )
}

/** Returns the prices in the source's options, or this site's where they are invalid. */
function storedPrices(source: Source): PriceTable {
  const read = (key: keyof PriceTable): Record<string, number> => {
    const text = optionOf(source, key)
    const reading = text === undefined ? {} : optionLines[key].read(text)
    return 'value' in reading
      ? (reading.value as Record<string, number>)
      : (optionLines[key].default as Record<string, number>)
  }
  return {
    ModelRatio: read('ModelRatio'),
    CompletionRatio: read('CompletionRatio'),
    CacheRatio: read('CacheRatio'),
    ModelPrice: read('ModelPrice'),
  }
}

function whyLeft({ prices }: Move, key: string, text: string): ImportSentence | '' {
  if (!isOptionKey(key)) return 'There is no such option here.'
  if (prices === 'ours' && PRICES.has(key)) return 'The prices here are kept.'
  return 'value' in optionLines[key].read(text) ? '' : 'Its value is not valid here.'
}

/** New-api’s order of the group *auto*, if no option has one. */
const ORDER = '["default"]'

/** Gives the source's tokens of the group *auto* an order, without which there is no such group here. */
async function addAutoOrder({ db, source, secrets, now, note }: Move): Promise<void> {
  const tokens = [...rowsOf(source, 'tokens')].filter(({ group }) => group === AUTO_GROUP)
  if (tokens.length === 0 || optionOf(source, 'AutoGroups') !== undefined || (await hasAutoGroup(db))) return
  await optionStore(db, secrets).save('AutoGroups', ORDER, { userId: 0, now })
  const text = 'The order of the group “auto” is new-api’s own, as its option was never changed.'
  note({ table, kind: 'changed', text }, 'AutoGroups')
}

/** Whether this site has the group *auto*. */
export async function hasAutoGroup(db: Db): Promise<boolean> {
  const row = await db.selectFrom('options').select('value').where('key', '=', 'AutoGroups').executeTakeFirst()
  const reading = optionTable.AutoGroups.read(row?.value ?? '[]')
  return 'value' in reading && reading.value.length > 0
}

/** Gives groups in use without a ratio the ratio 1, as in the source. */
async function addGroups({ db, source, secrets, now, note }: Move): Promise<void> {
  const used = new Set<string>()
  for (const name of ['users', 'tokens', 'channels'])
    for (const { group } of rowsOf(source, name)) for (const one of splitList(group ?? '')) used.add(one)
  const stored = (await db.selectFrom('options').select('value').where('key', '=', GROUPS).executeTakeFirst())?.value
  const ratios = stored === undefined ? optionLines[GROUPS].default : objectOf(stored)
  const known = { ...(ratios as Record<string, unknown>) }
  const missing = [...used].filter(group => group !== AUTO_GROUP && !Object.hasOwn(known, group))
  if (missing.length === 0) return
  for (const group of missing) {
    known[group] = 1
    note({ table, kind: 'changed', text: 'Groups without a ratio got the ratio 1.' }, group)
  }
  await optionStore(db, secrets).save(GROUPS, JSON.stringify(known), { userId: 0, now })
}
