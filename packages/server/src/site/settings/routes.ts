import { accessToChange, calls, isOptionKey, optionLines, rightToRead } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { mayDo } from '../../platform/http/rights.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import { serve } from '../context.ts'
import { changeOption, checkRank, setOption, written } from './change-option.ts'
import { setProviderSecret } from './provider-secret.ts'

export const optionEndpoints = [
  serve(calls.options.list, (_, { app, caller }) =>
    app.options.all().filter(({ key }) => isOptionKey(key) && mayDo(caller, rightToRead(key))),
  ),

  serve(calls.options.secrets, (_, { app, caller }) =>
    Object.fromEntries(
      Object.entries(app.options.secretsSet()).filter(([key]) => isOptionKey(key) && mayDo(caller, rightToRead(key))),
    ),
  ),

  serve(calls.options.update, async ({ body: { key, value, expected } }, context) => {
    if (!isOptionKey(key)) throw consoleError('option_unknown', { key }, key)
    await changeOption(context, key, value, expected)
    return null
  }),

  serve(calls.site.setProviderSecret, async ({ body }, context) => {
    await setProviderSecret(context, body)
    return null
  }),

  serve(calls.options.isSame, ({ body: { key, secret } }, { app, caller }) => {
    if (!isOptionKey(key) || !optionLines[key].secret) throw consoleError('option_unknown', { key }, 'key')
    // Somebody who may not set a secret must not test guesses of it either.
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
