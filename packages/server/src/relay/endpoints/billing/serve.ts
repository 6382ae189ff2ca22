import type { Logger } from 'pino'
import { OPENAI_ROOT } from '../../call/endpoints.ts'
import { newCall } from '../../call/relay-call.ts'
import { errorResponse } from '../../errors/error-response.ts'
import { statedGroup } from '../../plan/group.ts'
import { authenticate, callerKey } from '../../request/authenticate.ts'
import type { CallLimits } from '../../request/call-limits.ts'
import { callLimitOf } from '../../request/call-limits.ts'
import { closeConnection } from '../../request/close-connection.ts'
import type { TokenIndex } from '../../request/token-index.ts'
import { type BillingDeps, billingReplies } from './replies.ts'

interface Deps extends BillingDeps {
  tokens: TokenIndex
  callLimits: CallLimits
  log: Logger
  /** Unix seconds. */
  now(): number
}

/** Answers billing calls of the token whose key is in a header. A key in a URL would end up in logs. */
export async function serveBilling(request: Request, clientIp: () => string, deps: Deps): Promise<Response> {
  const call = newCall(OPENAI_ROOT, request.headers)
  try {
    const key = callerKey(request, OPENAI_ROOT.errors)
    const { identity } = await authenticate(key, clientIp, deps.now(), deps.tokens, { mayBeExhausted: true })
    deps.callLimits.admit(identity, callLimitOf(statedGroup(identity, deps.options), deps.options))
    const reply = billingReplies[new URL(request.url).pathname]
    if (!reply) throw new Error('the path has no reply')
    const headers = { 'x-request-id': call.requestId, 'cache-control': 'no-store' }
    return Response.json(await reply(identity, call, deps), { headers })
  } catch (error) {
    return closeConnection(errorResponse(call, error, deps.log).response)
  }
}
