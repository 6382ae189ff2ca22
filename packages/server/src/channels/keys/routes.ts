import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { addKeys, changeKey, removeKey, spreadKeys } from './change-keys.ts'
import { listKeys } from './list-keys.ts'

export const channelKeyEndpoints = [
  serve(calls.channelKeys.list, ({ params }, { app }) => listKeys(app, params.id)),
  serve(calls.channelKeys.add, ({ params, body }, context) => addKeys(context, params.id, body.keys)),
  serve(calls.channelKeys.spread, ({ params, body }, context) => spreadKeys(context, params.id, body.spread)),
  serve(calls.channelKeys.change, ({ params, body }, context) => changeKey(context, params.id, params.key, body)),
  serve(calls.channelKeys.remove, ({ params }, context) => removeKey(context, params.id, params.key)),
]
