import { calls } from '@tollgate/contract'
import { withPeriodUse } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { serve } from '../context.ts'
import { createTokens } from './create.ts'
import { listTokens } from './list.ts'
import { deleteToken, findToken } from './store.ts'
import { toToken } from './to-token.ts'
import { changeToken } from './update.ts'

export const tokenEndpoints = [
  serve(calls.tokens.list, ({ query }, { app, caller }) => listTokens(app, caller, query)),

  serve(calls.tokens.search, ({ query }, { app, caller }) => listTokens(app, caller, query)),

  serve(calls.tokens.get, async ({ params }, { app, caller }) => {
    const token = await findToken(app.db, caller.id, params.id)
    if (!token) throw consoleError('token_not_found')
    const [shown = toToken(app)(token)] = await withPeriodUse(app.db, 'token', [toToken(app)(token)], app.now())
    return shown
  }),

  serve(calls.tokens.create, ({ body }, { app, caller }) => createTokens(app, caller, body)),

  serve(calls.tokens.update, ({ query, body }, { app, caller }) =>
    changeToken(app, caller, query.status_only ? { id: body.id, status: body.status } : body),
  ),

  serve(calls.tokens.remove, async ({ params }, { app, caller }) => {
    if (!(await deleteToken(app.db, caller.id, params.id, app.now()))) throw consoleError('token_not_found')
    await app.changeEvents.emit('tokens', params.id)
    return null
  }),
]
