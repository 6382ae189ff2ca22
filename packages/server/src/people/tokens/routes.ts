import { calls } from '@tollgate/contract'
import { withPeriodUse } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { serve } from '../context.ts'
import { endBranch } from './children/end-branch.ts'
import { setFrozen } from './children/freeze.ts'
import { makeChildKey } from './children/make-child.ts'
import { createTokens } from './create.ts'
import { listChildren, listTokens } from './list.ts'
import { findToken } from './store.ts'
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
    if (!(await endBranch(app, { userId: caller.id, id: params.id }))) throw consoleError('token_not_found')
    return null
  }),

  serve(calls.tokens.children, async ({ params, query }, { app, caller }) => {
    if (!(await findToken(app.db, caller.id, params.id))) throw consoleError('token_not_found')
    return listChildren(app, caller, params.id, query)
  }),

  serve(calls.tokens.makeChild, ({ params, body }, { app, caller }) =>
    makeChildKey(app, { userId: caller.id, id: params.id }, body),
  ),

  serve(calls.tokens.freeze, async ({ params, body }, { app, caller }) =>
    toToken(app)(await setFrozen(app, { userId: caller.id, id: params.id, isFrozen: body.frozen })),
  ),
]
