import type { Health } from '@tollgate/gateway'
import type { Logger } from 'pino'
import type { Ledger } from '../ledger/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Options } from '../options/index.ts'
import type { PriceBook } from '../pricing/index.ts'
import type { Watchdog } from '../watchdog.ts'
import { answerHeld } from './answer-held.ts'
import { errorRow, type LoggedCall } from './billing/log-rows.ts'
import { makePricingContext } from './billing/pricing-context.ts'
import { errorResponse } from './errors/error-response.ts'
import type { InFlightRegistry } from './in-flight.ts'
import type { RelayCall } from './relay-call.ts'
import { type Admission, authenticate } from './request/authenticate.ts'
import { type CallLimits, callLimitOf } from './request/call-limits.ts'
import { callerKey } from './request/caller-key.ts'
import { closing } from './request/closing-response.ts'
import type { ContentFilter } from './request/content-filter.ts'
import { type Envelope, readEnvelope } from './request/envelope.ts'
import { withinInputLimit } from './request/input-limit.ts'
import type { MemoryBudget } from './request/memory-budget.ts'
import type { TokenIndex } from './request/token-index.ts'
import { keepAlive, type Reply } from './response/keep-alive.ts'
import type { ChannelIndex } from './routing/channel-index.ts'
import type { Credentials } from './upstream/credentials/index.ts'
import type { MediaFetchers } from './upstream/media/fetch-media.ts'

/** Everything the journey of a request can touch. */
export interface RelayDeps {
  tokens: TokenIndex
  callLimits: CallLimits
  memory: MemoryBudget
  contentFilter: ContentFilter
  channels: ChannelIndex
  options: Options
  prices: PriceBook
  credentials: Credentials
  fetchMedia: MediaFetchers
  ledger: Ledger
  notifications: Pick<Notifications, 'afterCharge'>
  health: Health
  watchdog: Watchdog
  inFlight: InFlightRegistry
  log: Logger
  /** Unix seconds. */
  now(): number
  /** In [0, 1). */
  random(): number
}

/** The journey of a request. Never throws: whatever goes wrong is answered in the client's dialect. */
export async function relay(
  call: RelayCall,
  request: Request,
  clientIp: () => string,
  deps: RelayDeps,
): Promise<Response> {
  try {
    deps.inFlight.enter(call)
    const admission = await authenticate(callerKey(request, call.endpoint.errors), clientIp, deps.now(), deps.tokens)
    return await relayAdmitted(call, admission, request, deps)
  } catch (error) {
    deps.inFlight.leave(call)
    // Nobody known holds a connection, nor has a body read that was refused.
    return closing(errorResponse(call, error, deps.log).response)
  }
}

async function relayAdmitted(
  call: RelayCall,
  { identity, channelId }: Admission,
  request: Request,
  deps: RelayDeps,
): Promise<Response> {
  const group = identity.tokenGroup || identity.userGroup
  // What the log would say if the journey ended here.
  let logged: LoggedCall = { call, identity, model: '', group, isStream: false, tried: [] }
  let hasFailed = () => {}
  let letGo = async () => {}
  let isRead = false
  try {
    call.memory = deps.memory.open(identity.userId)
    const seconds = deps.options.get('connection_setting.body_seconds')
    const received = call.connection?.received
    const envelope = await readEnvelope(request, call, deps.contentFilter, {
      watchdog: deps.watchdog,
      seconds,
      received,
    })
    isRead = true
    letGo = async () => envelope.form?.close()
    const { model, isStream, reasoningEffort } = envelope
    logged = { ...logged, model, isStream, ...(reasoningEffort && { reasoningEffort }) }
    hasFailed = deps.callLimits.admit(identity.userId, callLimitOf(group, deps.options))
    deps.contentFilter(envelope)
    const agreed = makePricingContext({ identity, channelId }, envelope.model, call.endpoint, deps)
    // Whoever has tokens counted may ask about a request of any length.
    const candidates = call.endpoint.isFree ? agreed.candidates : withinInputLimit(agreed.candidates, envelope)
    const pricing = { ...agreed, candidates }
    const admitted = { logged, envelope, pricing, mayRetry: channelId === undefined, hasFailed }
    return await keptAlive(answerHeld(admitted, request, deps), call, envelope, deps)
  } catch (error) {
    hasFailed()
    await letGo()
    const failed = errorResponse(call, error, deps.log)
    deps.ledger.record(errorRow(logged, deps.now(), failed))
    deps.inFlight.leave(call)
    return isRead ? failed.response : closing(failed.response)
  }
}

/** With signs of life, where the operator wants them and the client's protocol has a word for them. */
async function keptAlive(
  reply: Promise<Reply>,
  { requestId, address }: RelayCall,
  { isStream }: Envelope,
  { options, watchdog }: RelayDeps,
): Promise<Response> {
  const takesComments = isStream && address?.asksForEvents !== false
  if (!takesComments || !options.get('general_setting.ping_interval_enabled')) return (await reply).response
  const intervalMs = options.get('general_setting.ping_interval_seconds') * 1_000
  return keepAlive(reply, { intervalMs, requestId, watchdog })
}
