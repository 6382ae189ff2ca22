import { isOptionKey, optionLines, splitList } from '@tollgate/contract'
import { optionStore } from '../../platform/options/store.ts'
import { rowsOf, type Source } from '../sources/source.ts'
import { objectOf } from './cells.ts'
import type { Move } from './move.ts'

/** One-api's names that are others here. */
const RENAMED: Readonly<Record<string, string>> = {
  OidcEnabled: 'oidc.enabled',
  OidcClientId: 'oidc.client_id',
  OidcClientSecret: 'oidc.client_secret',
  OidcWellKnown: 'oidc.well_known',
  OidcAuthorizationEndpoint: 'oidc.authorization_endpoint',
  OidcTokenEndpoint: 'oidc.token_endpoint',
  OidcUserinfoEndpoint: 'oidc.user_info_endpoint',
}
/** Options that say what models cost. */
const PRICES: ReadonlySet<string> = new Set(['ModelRatio', 'CompletionRatio', 'CacheRatio', 'ModelPrice'])
const GROUPS = 'GroupRatio'
const table = 'options'

function optionsOf(source: Source): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const { key, value } of rowsOf(source, 'options')) if (key) options.set(key, value ?? '')
  return options
}

export const optionOf = (source: Source, key: string): string | undefined => optionsOf(source).get(key)

/** Takes the source's options over. A site that had users keeps its own. */
export async function moveOptions(move: Move): Promise<void> {
  const { db, source, secrets, now } = move
  const store = optionStore(db, secrets)
  const author = { userId: 0, now }
  if (move.prices === 'source' && !optionOf(source, 'ModelRatio'))
    move.note(
      {
        table,
        kind: 'asks',
        text: 'The source has no model ratios stored: its built-in ones held, here those of this site do.',
      },
      'ModelRatio',
    )
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
      if (!isOptionKey(key)) continue
      const reading = optionLines[key].read(text)
      if (!('value' in reading)) continue
      await store.save(key, optionLines[key].write(reading.value), author)
      if (optionLines[key].secret && text !== '')
        move.note({ table, kind: 'sealed', text: 'Secrets were in plain text; here they are encrypted.' }, key)
    }
  await addGroups(move)
}

function whyLeft({ prices }: Move, key: string, text: string): string {
  if (!isOptionKey(key)) return 'There is no such option here.'
  if (prices === 'ours' && PRICES.has(key)) return 'The prices here are kept.'
  return 'value' in optionLines[key].read(text) ? '' : 'Its value is not valid here.'
}

/** A group that somebody is in and that has no ratio counts 1, as in the source. */
async function addGroups({ db, source, secrets, now, note }: Move): Promise<void> {
  const used = new Set<string>()
  for (const name of ['users', 'tokens', 'channels'])
    for (const { group } of rowsOf(source, name)) for (const one of splitList(group ?? '')) used.add(one)
  const stored = (await db.selectFrom('options').select('value').where('key', '=', GROUPS).executeTakeFirst())?.value
  const ratios = stored === undefined ? optionLines[GROUPS].default : objectOf(stored)
  const known = { ...(ratios as Record<string, unknown>) }
  const missing = [...used].filter(group => group !== 'auto' && !Object.hasOwn(known, group))
  if (missing.length === 0) return
  for (const group of missing) {
    known[group] = 1
    note({ table, kind: 'changed', text: 'Groups without a ratio got the ratio 1.' }, group)
  }
  await optionStore(db, secrets).save(GROUPS, JSON.stringify(known), { userId: 0, now })
}
