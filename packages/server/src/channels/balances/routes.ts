import { calls } from '@tollgate/contract'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { serve } from '../context.ts'
import { throwAsLeft } from '../tests/throw-as-left.ts'

export const channelBalanceEndpoints = [
  serve(calls.channelTests.updateBalance, async ({ params }, { app, request }) => {
    const balance = await app.channelBalances.update(params.id, request.signal).catch(throwAsLeft)
    return new ExtendedReply(null, { balance })
  }),

  serve(calls.channelTests.updateBalances, (_, { app, request }) =>
    app.channelBalances.updateAll(request.signal).catch(throwAsLeft),
  ),
]
