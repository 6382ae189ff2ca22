import { isDeepStrictEqual } from 'node:util'
import { accessToChange, type LogValue, type OptionKey, optionLines, ROLE, rightToChange } from '@tollgate/contract'
import { noteWritten } from '../../money/price-lists/origins.ts'
import { PRICE_OPTIONS } from '../../money/pricing/index.ts'
import { requireFreshConfirmation } from '../../platform/http/check-identity.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { requireRight } from '../../platform/http/rights.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { ChangedWord } from '../../platform/messages/index.ts'
import { wordsOfChoices } from '../../platform/options/words-of-choices.ts'
import { cutToDifference } from '../../records/logs/acts/describe-changes.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { SiteContext } from '../context.ts'

/** Who changes options: every handler's context. */
export type OptionChanger = Actor<SiteContext> & { request: Request }

/** Changes an option and logs the change. Refused if the stored text is no longer `expected`. */
export async function changeOption(context: OptionChanger, key: OptionKey, text: string, expected: string | undefined) {
  const before = written(context, key)
  await setOption(context, key, text, expected)
  await recordChange(context, key, before)
  if (isPriceOption(key)) await noteChanged(context, before, written(context, key))
}

/** Sets an option with the access that the table defines for it. */
export async function setOption(
  context: OptionChanger,
  key: OptionKey,
  text: string,
  expected?: string,
): Promise<void> {
  const { app, caller, request } = context
  const access = accessToChange(key, written(context, key), text)
  checkRank(caller, key, access)
  if (access === 'root') await requireFreshConfirmation(request, app)
  await app.options.set(key, text, { expected, author: { userId: caller.id, now: app.now() } })
}

export function checkRank(caller: Caller, key: OptionKey, access: 'admin' | 'root'): void {
  if (caller.role < ROLE[access]) throw consoleError('option_needs_root', { key }, key)
  requireRight(caller, rightToChange(key), key)
}

export const written = ({ app }: Pick<Actor, 'app'>, key: OptionKey): string =>
  optionLines[key].write(app.options.get(key))

/** For a secret, the log says only that it was set; setting the same value is not a change. */
async function recordChange(actor: Actor, key: OptionKey, before: string): Promise<void> {
  if (optionLines[key].secret) return recordAct(actor, 'secret_option_changed', { key })
  const after = written(actor, key)
  if (after !== before) await recordAct(actor, 'option_changed', { key, ...inWords(key, before, after) })
}

/** The value as the settings page shows it: switches as on or off, amounts with their unit, choices in words. */
function inWords(key: OptionKey, before: string, after: string): { before: LogValue; after: LogValue } {
  const { control, isQuota } = optionLines[key]
  if (control === 'switch') return { before: onOrOff(before), after: onOrOff(after) }
  if (isQuota) return { before: { quota: Number(before) }, after: { quota: Number(after) } }
  const words = wordsOfChoices[key]
  if (words) return { before: wordIn(words, before), after: wordIn(words, after) }
  return cutToDifference(before, after)
}

const onOrOff = (text: string): LogValue => ({ word: text === 'true' ? 'on' : 'off' })

function wordIn(words: Readonly<Record<string, ChangedWord>>, choice: string): LogValue {
  const word = words[choice]
  return word ? { word } : choice
}

const isPriceOption = (key: OptionKey): boolean => (PRICE_OPTIONS as readonly string[]).includes(key)

/** Notes for each model with a changed entry that its price was entered today, and by whom. */
async function noteChanged({ app, caller }: OptionChanger, before: string, after: string): Promise<void> {
  const [old, now]: Record<string, unknown>[] = [JSON.parse(before), JSON.parse(after)]
  const changed = Object.keys({ ...old, ...now }).filter(model => !isDeepStrictEqual(old?.[model], now?.[model]))
  const by = { set_at: app.now(), actor_name: caller.username }
  if (changed.length > 0) await noteWritten(app.db, app.options, changed, by)
}
