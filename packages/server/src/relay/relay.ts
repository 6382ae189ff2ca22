import type { Health } from '@tollgate/gateway'
import type { Logger } from 'pino'
import type { Ledger } from '../ledger/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Options } from '../options/index.ts'
import type { PriceBook } from '../pricing/index.ts'
import { answerFailure } from './answer-failure.ts'
import { attempt } from './attempt.ts'
import { type Admission, authenticate } from './authenticate.ts'
import { callerKey } from './caller-key.ts'
import type { ChannelIndex } from './channel-index.ts'
import type { Credentials } from './credentials/index.ts'
import { deliverStream, deliverWhole } from './deliver.ts'
import { errorRow, type LoggedCall } from './log-rows.ts'
import { once } from './once.ts'
import { keepPace } from './pace.ts'
import { readAsk } from './read-ask.ts'
import { readBody } from './read-body.ts'
import { readEnvelope } from './read-envelope.ts'
import type { RelayCall } from './relay-call.ts'
import { reserve } from './reserve.ts'
import { settlement } from './settlement.ts'
import { agreeTerms } from './terms.ts'
import type { TokenIndex } from './token-index.ts'
import { RoutingFailure, tryChannels } from './try-channels.ts'
import type { TimeLimits } from './upstream.ts'
import type { Outgoing } from './upstream-request.ts'
import type { Watchdog } from './watchdog.ts'

/** Everything the journey of a request can touch. */
export interface RelayDeps {
  tokens: TokenIndex
  channels: ChannelIndex
  options: Options
  prices: PriceBook
  credentials: Credentials
  ledger: Ledger
  notifications: Pick<Notifications, 'afterCharge'>
  health: Health
  watchdog: Watchdog
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
    const admission = await authenticate(callerKey(request, call.endpoint.errors), clientIp, deps.now(), deps.tokens)
    return await relayAdmitted(call, admission, request, deps)
  } catch (error) {
    return answerFailure(call, error, deps.log).response
  }
}

async function relayAdmitted(
  call: RelayCall,
  admission: Admission,
  request: Request,
  deps: RelayDeps,
): Promise<Response> {
  const { passport } = admission
  // What the log would say if the journey ended here.
  let logged: LoggedCall = {
    call,
    passport,
    model: '',
    group: passport.tokenGroup || passport.userGroup,
    isStream: false,
    tried: [],
  }
  let isHeld = false
  try {
    const envelope = readEnvelope(await readBody(request), call)
    logged = { ...logged, model: envelope.model, isStream: envelope.isStream }
    const terms = agreeTerms(admission, envelope.model, call.endpoint, deps)
    const held = await reserve(logged, envelope, terms, deps)
    isHeld = true

    const outgoing: Outgoing = {
      call,
      envelope,
      ask: once(() => readAsk(call, envelope)),
      clientHeaders: request.headers,
      clientUrl: request.url,
      options: deps.options,
    }
    const conditions = {
      limits: timeLimits(deps.options),
      clientSignal: request.signal,
      watchdog: deps.watchdog,
      credentials: deps.credentials,
    }
    const { answer, channel, tried } = await tryChannels(
      terms.candidates,
      candidate => attempt(outgoing, candidate, conditions),
      {
        health: deps.health,
        retryTimes: admission.channelId ? 0 : deps.options.get('RetryTimes'),
        random: deps.random,
      },
    )
    logged = { ...logged, tried, upstreamModel: channel.upstreamModel(envelope.model) }
    const settle = settlement(logged, envelope, terms, answer, deps)
    if (answer.kind === 'whole') return await deliverWhole(answer, call, settle)
    return deliverStream(answer, call, settle, keepPace(call.id, held, { envelope, terms, ledger: deps.ledger }))
  } catch (error) {
    const failed = answerFailure(call, error, deps.log)
    const tried = error instanceof RoutingFailure ? error.tried : logged.tried
    const row = errorRow({ ...logged, tried }, deps.now(), failed)
    if (isHeld) await deps.ledger.release(call.id, row)
    else deps.ledger.record(row)
    return failed.response
  }
}

function timeLimits(options: Options): TimeLimits {
  return {
    connectSeconds: options.get('relay_setting.connect_timeout_seconds'),
    firstByteSeconds: options.get('relay_setting.first_byte_timeout_seconds'),
    idleSeconds: options.get('relay_setting.idle_timeout_seconds'),
  }
}
