import {
  accessToChange,
  calls,
  isOptionKey,
  type LogValue,
  type OptionKey,
  optionLines,
  ROLE,
} from '@tollgate/contract'
import { requireFreshConfirmation } from '../../platform/http/check-identity.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { ChangedWord } from '../../platform/messages/index.ts'
import { wordsOfChoices } from '../../platform/options/words-of-choices.ts'
import { cutToDifference } from '../../records/logs/acts/describe-changes.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { serve } from '../context.ts'

export const optionEndpoints = [
  serve(calls.options.list, (_, { app }) => app.options.all()),

  serve(calls.options.secrets, (_, { app }) => app.options.secretsSet()),

  serve(calls.options.update, async ({ body: { key, value, expected } }, context) => {
    if (!isOptionKey(key)) throw consoleError('option_unknown', { key }, key)
    await changeOption(context, key, value, expected)
    return null
  }),

  serve(calls.options.isSame, ({ body: { key, secret } }, { app, caller }) => {
    if (!isOptionKey(key) || !optionLines[key].secret) throw consoleError('option_unknown', { key }, 'key')
    // Somebody who may not set a secret may not guess it either.
    checkRank(caller, key, accessToChange(key, '', secret))
    return written({ app }, key) === secret
  }),

  serve(calls.options.resetModelRatio, async (_, context) => {
    for (const key of ['ModelRatio', 'CompletionRatio', 'CacheRatio'] as const)
      await setOption(context, key, optionLines[key].write(optionLines[key].default))
    await recordAct(context, 'ratios_reset', {})
    return null
  }),
]

type Context = Actor & { request: Request }

async function changeOption(context: Context, key: OptionKey, text: string, expected: string | undefined) {
  const before = written(context, key)
  await setOption(context, key, text, expected)
  await recordChange(context, key, before)
}

/** Sets an option by the access that the table gives it. */
async function setOption(context: Context, key: OptionKey, text: string, expected?: string): Promise<void> {
  const { app, caller, request } = context
  const access = accessToChange(key, written(context, key), text)
  checkRank(caller, key, access)
  if (access === 'root') await requireFreshConfirmation(request, app)
  await app.options.set(key, text, { expected, author: { userId: caller.id, now: app.now() } })
}

function checkRank(caller: Caller, key: OptionKey, access: 'admin' | 'root'): void {
  if (caller.role < ROLE[access]) throw consoleError('option_needs_root', { key }, key)
}

const written = ({ app }: Pick<Actor, 'app'>, key: OptionKey): string => optionLines[key].write(app.options.get(key))

/** Of a secret the log says only that it was set; setting the same value is no change. */
async function recordChange(actor: Actor, key: OptionKey, before: string): Promise<void> {
  if (optionLines[key].secret) return recordAct(actor, 'secret_option_changed', { key })
  const after = written(actor, key)
  if (after !== before) await recordAct(actor, 'option_changed', { key, ...inWords(key, before, after) })
}

/** As the settings page shows it: switches as on or off, amounts with their unit, choices in words. */
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
