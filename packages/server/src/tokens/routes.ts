import { calls } from '@tollgate/contract'
import { fault } from '../http/fault.ts'
import { serve } from '../http/serve.ts'
import { createTokens } from './create.ts'
import { listTokens } from './list.ts'
import { deleteToken, findToken } from './store.ts'
import { toToken } from './to-token.ts'
import { changeToken } from './update.ts'

export const tokenEndpoints = [
  serve(calls.tokens.list, ({ query }, { world, caller }) => listTokens(world, caller, query)),

  serve(calls.tokens.search, ({ query }, { world, caller }) => listTokens(world, caller, query)),

  serve(calls.tokens.get, async ({ params }, { world, caller }) => {
    const token = await findToken(world.db, caller.id, params.id)
    if (!token) throw fault('token_not_found')
    return toToken(world)(token)
  }),

  serve(calls.tokens.create, ({ body }, { world, caller }) => createTokens(world, caller, body)),

  serve(calls.tokens.update, ({ query, body }, { world, caller }) =>
    changeToken(world, caller, query.status_only ? { id: body.id, status: body.status } : body),
  ),

  serve(calls.tokens.remove, async ({ params }, { world, caller }) => {
    if (!(await deleteToken(world.db, caller.id, params.id, world.now()))) throw fault('token_not_found')
    await world.signals.emit('tokens', params.id)
    return null
  }),
]
