import type { Health } from '@tollgate/gateway'
import type { Logger } from 'pino'
import type { Ledger } from '../ledger/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Options } from '../options/index.ts'
import { answerFailure } from './answer-failure.ts'
import { attempt } from './attempt.ts'
import type { Credentials } from './credentials/index.ts'
import { deliverStream, deliverWhole, type Settle } from './deliver.ts'
import type { Reply } from './keep-alive.ts'
import { errorRow, type LoggedCall } from './log-rows.ts'
import type { MediaFetchers } from './media/fetch-media.ts'
import { once } from './once.ts'
import { keepPace } from './pace.ts'
import { readAsk } from './read-ask.ts'
import type { Envelope } from './read-envelope.ts'
import { settlement } from './settlement.ts'
import type { Terms } from './terms.ts'
import { RoutingFailure, tryChannels } from './try-channels.ts'
import type { Underway } from './underway.ts'
import { unreadLimit } from './unread-limit.ts'
import { timeLimits } from './upstream.ts'
import type { Watchdog } from './watchdog.ts'
import type { Outgoing } from './ways/index.ts'

/** A call whose cost is set aside. */
export interface HeldCall {
  logged: LoggedCall
  envelope: Envelope
  terms: Terms
  /** How much is set aside. */
  held: number
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
  underway: Underway
  watchdog: Watchdog
  now(): number
  random(): number
}

/** From the reservation to its end. Never throws: what is held is settled or given back. */
export async function answerHeld(
  { logged, envelope, terms, held, mayRetry, hasFailed }: HeldCall,
  request: Request,
  deps: Deps,
): Promise<Reply> {
  const { call } = logged
  try {
    const outgoing: Outgoing = {
      call,
      envelope,
      ask: once(() => readAsk(call, envelope)),
      fetchMedia: deps.fetchMedia(logged.passport.userId, request.signal),
      clientHeaders: request.headers,
      clientUrl: request.url,
      options: deps.options,
    }
    const conditions = {
      limits: timeLimits(deps.options),
      clientSignal: request.signal,
      watchdog: deps.watchdog,
      underway: deps.underway,
      credentials: deps.credentials,
    }
    const { answer, tried } = await tryChannels(
      terms.candidates,
      candidate => attempt(outgoing, candidate, conditions),
      { health: deps.health, retryTimes: mayRetry ? deps.options.get('RetryTimes') : 0, random: deps.random },
    )
    const answered = { ...logged, tried, asked: answer.asked }
    const { tally } = answer.kind === 'whole' ? answer : answer.follower
    const settleCall = settlement(answered, envelope, terms, tally, deps)
    const settle: Settle = async (...how) => {
      await settleCall(...how).finally(() => deps.underway.leave(call))
      await envelope.form?.close()
    }
    const seconds = deps.options.get('connection_setting.unread_seconds')
    if (answer.kind === 'whole') {
      call.connection?.limitUnread(seconds)
      return { response: await deliverWhole(answer, call, settle) }
    }
    const unread = unreadLimit(call.connection, { watchdog: deps.watchdog, seconds })
    const pace = keepPace(call.id, held, { format: call.endpoint.format, envelope, terms, ledger: deps.ledger })
    return { response: deliverStream(answer, call, settle, pace, unread) }
  } catch (error) {
    hasFailed()
    await envelope.form?.close()
    const failed = answerFailure(call, error, deps.log)
    const { tried, asked }: Pick<LoggedCall, 'tried' | 'asked'> =
      error instanceof RoutingFailure ? error : { tried: [] }
    await deps.ledger.release(call.id, errorRow({ ...logged, tried, ...(asked && { asked }) }, deps.now(), failed))
    deps.underway.leave(call)
    return failed
  }
}
