import type { ChargeRule } from '@tollgate/contract'
import { chargeRule, type Health, newTally, reasonsOutOfSight, type Tally } from '@tollgate/gateway'
import type { Logger } from 'pino'
import type { Ledger } from '../ledger/index.ts'
import type { Notifications } from '../notifications/index.ts'
import { once } from '../once.ts'
import type { Options } from '../options/index.ts'
import type { PriceBook } from '../pricing/index.ts'
import type { Watchdog } from '../watchdog.ts'
import { endedByOf } from './billing/ended-by.ts'
import { openHold } from './billing/hold.ts'
import { errorRow, type LoggedCall } from './billing/log-rows.ts'
import type { PricingContext } from './billing/pricing-context.ts'
import { settlement } from './billing/settlement.ts'
import { ClientGone } from './errors/client-gone.ts'
import { errorResponse } from './errors/error-response.ts'
import { asApiError } from './errors/relay-error.ts'
import { AttemptFailure } from './errors/upstream-failure.ts'
import type { InFlightRegistry } from './in-flight.ts'
import { putOff } from './request/client-presence.ts'
import type { Envelope } from './request/envelope.ts'
import { readRequest } from './request/read-request.ts'
import { deliverStream, deliverWhole, type Receiver, type Settle } from './response/deliver.ts'
import type { Reply } from './response/keep-alive.ts'
import { unreadLimit } from './response/unread-limit.ts'
import { attempt } from './routing/attempt.ts'
import type { OpenChannel } from './routing/channel-index.ts'
import { RoutingFailure, tryChannels } from './routing/try-channels.ts'
import { timeLimits } from './upstream/call-upstream.ts'
import type { Credentials } from './upstream/credentials/index.ts'
import type { MediaFetchers } from './upstream/media/fetch-media.ts'
import type { OutgoingRequest } from './upstream/strategies/index.ts'

/** A call let in, on terms. */
export interface AdmittedCall {
  logged: LoggedCall
  envelope: Envelope
  pricing: PricingContext
  /** Whether another channel may be tried. */
  mayRetry: boolean
  /** To be called where the call gets no answer. */
  hasFailed(): void
}

interface Deps {
  credentials: Credentials
  fetchMedia: MediaFetchers
  health: Health
  ledger: Ledger
  log: Logger
  notifications: Pick<Notifications, 'afterCharge'>
  options: Options
  prices: Pick<PriceBook, 'limitsOf'>
  inFlight: InFlightRegistry
  watchdog: Watchdog
  now(): number
  random(): number
}

/** From setting aside what a call may cost to its end. Never throws: what is held is settled or given back. */
export async function answerHeld(
  { logged, envelope, pricing, mayRetry, hasFailed }: AdmittedCall,
  request: Request,
  deps: Deps,
): Promise<Reply> {
  const { call } = logged
  const hold = openHold(logged, envelope, pricing, deps)
  const fetchMedia = deps.fetchMedia(logged.identity.userId, request.signal)
  /** The last channel asked, and when. */
  let [channel, sentAt]: [OpenChannel | undefined, number] = [undefined, performance.now()]
  let isUnsettled = false
  const isHidden = once(() =>
    [envelope.model, channel?.upstreamModel(envelope.model)].some(
      model => model !== undefined && reasonsOutOfSight(model, envelope),
    ),
  )
  const receiver: Receiver = {
    signal: request.signal,
    readsOn: () => isHidden() && deps.options.get('relay_setting.read_on_seconds') > 0,
  }
  const settler = (tally: Readonly<Tally>, how: Partial<LoggedCall>, isDelivered: boolean): Settle => {
    const settleCall = settlement({ ...logged, ...how }, envelope, pricing, tally, deps, {
      isDelivered,
      unseen: () => (isHidden() ? { seconds: (performance.now() - sentAt) / 1_000, held: hold.held } : null),
    })
    return async (...ending) => {
      try {
        await settleCall(...ending)
      } catch (error) {
        isUnsettled = true
        throw error
      } finally {
        deps.inFlight.leave(call)
        await envelope.form?.close()
      }
    }
  }

  try {
    const outgoing: OutgoingRequest = {
      call,
      envelope,
      canonicalRequest: once(() => readRequest(call, envelope)),
      async fetchMedia(media) {
        // Nothing is fetched for an empty wallet.
        await hold.begin()
        return fetchMedia(media)
      },
      clientHeaders: request.headers,
      clientUrl: request.url,
      options: deps.options,
    }
    const conditions = {
      limits: timeLimits(deps.options),
      clientSignal: putOff(request.signal, () =>
        receiver.readsOn() ? deps.options.get('relay_setting.read_on_seconds') * 1_000 : 0,
      ),
      watchdog: deps.watchdog,
      inFlight: deps.inFlight,
      credentials: deps.credentials,
      hold,
    }
    const { answer, tried } = await tryChannels(
      pricing.candidates,
      candidate => {
        // Nobody waits for another try.
        if (request.signal.aborted) throw new ClientGone(channel !== undefined)
        ;[channel, sentAt] = [candidate, performance.now()]
        return attempt(outgoing, candidate, conditions)
      },
      { health: deps.health, retryTimes: mayRetry ? deps.options.get('RetryTimes') : 0, random: deps.random },
    )
    const { tally } = answer.kind === 'whole' ? answer : answer.observer
    const settle = settler(tally, { tried, asked: answer.asked }, answer.kind === 'stream')
    const seconds = deps.options.get('connection_setting.unread_seconds')
    if (answer.kind === 'whole') {
      call.connection?.limitUnread(seconds)
      return { response: await deliverWhole(answer, call, settle, receiver) }
    }
    const unread = unreadLimit(call.connection, { watchdog: deps.watchdog, seconds })
    return { response: deliverStream(answer, call, settle, answer.extender, { ...receiver, unread }) }
  } catch (error) {
    hasFailed()
    await envelope.form?.close()
    const failed = errorResponse(call, error, deps.log)
    const {
      tried,
      asked,
      cause = error,
    }: Pick<LoggedCall, 'tried' | 'asked'> & { cause?: unknown } = error instanceof RoutingFailure
      ? error
      : { tried: [] }
    const how = { tried, ...(asked && { asked }) }
    if (cause instanceof ClientGone && cause.wentUp) {
      await settler(newTally(), how, true)('client_before').catch(() => undefined)
      return failed
    }
    const row = errorRow({ ...logged, ...how }, deps.now(), failed, asked && ruleOf(cause))
    if (isUnsettled) {
      // Its hold may be gone, and the row with it; nobody waits for a database that was waited for already.
      deps.ledger.record(row)
      deps.ledger
        .release(call.id)
        .catch(lost => deps.log.error({ err: lost, requestId: call.requestId }, 'a hold is left'))
    } else if (hold.isOpen) await deps.ledger.release(call.id, row)
    else deps.ledger.record(row)
    deps.inFlight.leave(call)
    return failed
  }
}

/** The cell of the table of charges for a call whose upstream was asked and gave nothing. */
function ruleOf(cause: unknown): ChargeRule {
  const reason = cause instanceof AttemptFailure ? cause.reason : asApiError(cause)
  return chargeRule(endedByOf(reason), newTally(), false)
}
