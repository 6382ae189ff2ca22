import { type ChannelKeys, calls } from '@tollgate/contract'
import { mayDo } from '../../platform/http/rights.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { serve } from '../context.ts'
import { addKeys, changeKey, removeKey, spreadKeys } from './change-keys.ts'
import { listKeys } from './list-keys.ts'

export const channelKeyEndpoints = [
  serve(calls.channelKeys.list, async ({ params }, { app, caller }) => keysFor(caller, await listKeys(app, params.id))),
  serve(calls.channelKeys.add, ({ params, body }, context) => addKeys(context, params.id, body.keys)),
  serve(calls.channelKeys.spread, async ({ params, body }, context) =>
    keysFor(context.caller, await spreadKeys(context, params.id, body.spread)),
  ),
  serve(calls.channelKeys.change, async ({ params, body }, context) =>
    keysFor(context.caller, await changeKey(context, params.id, params.key, body)),
  ),
  serve(calls.channelKeys.remove, ({ params }, context) => removeKey(context, params.id, params.key)),
]

/** Without the right to keys, not even their last characters are shown. */
function keysFor(caller: Caller, { spread, keys }: ChannelKeys): ChannelKeys {
  return { spread, keys: mayDo(caller, 'channels.keys') ? keys : keys.map(key => ({ ...key, hint: '' })) }
}
