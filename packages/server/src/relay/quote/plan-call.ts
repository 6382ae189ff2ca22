import { type HoldPlan, newTally, type Tally } from '@tollgate/gateway'
import type { Ledger } from '../../money/ledger/index.ts'
import { outgoingRequest } from '../attempt/call-channels.ts'
import { relayError } from '../call/relay-error.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { type AdmittedCall, type CallRun, startRun } from '../hold/call-run.ts'
import { affinityOf } from '../plan/affinity/affinity-of.ts'
import { chooseChannel } from '../plan/choose-channel.ts'
import { takeRoutingNotes } from '../plan/routing-note.ts'
import type { RelayDeps } from '../relay-deps.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import { chargeAnswer } from '../settlement/charge-answer.ts'
import type { FetchMedia } from '../upstream/media/fetch-media.ts'
import { upstreamRequest } from '../upstream/upstream-request.ts'
import type { UpstreamRequest } from '../upstream/written-request.ts'

/** Says what a call may hold, and keeps nothing of it. */
export type PlanLedger = Pick<Ledger, 'reserve' | 'extend'>

/** A call as far as it can be known without asking an upstream. */
export interface PlannedCall {
  run: CallRun
  channel: OpenChannel
  sent: UpstreamRequest
  plan: HoldPlan
  /** What an answer of so many tokens is charged if its upstream reports nothing. */
  chargeAt(outputTokens: number): ReturnType<typeof chargeAnswer>
}

/**
 * Plans an admitted call for the channel it would go to now. The request is written and held for by the functions that every call
 * passes; nothing is sent.
 *
 * @throws ApiError
 */
export async function planCall(
  admitted: AdmittedCall,
  request: Request,
  deps: RelayDeps,
  ledger: PlanLedger,
  media: FetchMedia = refuseMedia,
): Promise<PlannedCall> {
  const run = startRun(admitted, request, { ...deps, ledger })
  const channel = likelyChannel(run, deps)
  const sent = await run.hold.cover(
    await upstreamRequest(Object.assign(outgoingRequest(run, deps), { fetchMedia: media }), channel),
  )
  const { plan } = run.hold
  if (!plan) throw new Error('a covered request has a plan')
  const answered = { ...run.logged, sentRequest: sent, tried: [channel] }
  return { run, channel, sent, plan, chargeAt: tokens => chargeOf(tokens, answered, run, deps) }
}

/** The channel that a call would try first; where all rest, the first. */
function likelyChannel(run: CallRun, deps: RelayDeps): OpenChannel {
  const { envelope, pricing, logged } = run
  const { candidates, group } = pricing
  const { model } = envelope
  const { place } = affinityOf(run, deps)
  const { speaking } = deps.channels.served(group, model, logged.call.endpoint.format)
  const rules = { model, health: deps.health, retryTimes: 0, random: deps.random, speaking, place }
  const chosen = chooseChannel(candidates, { tried: [] }, rules, takeRoutingNotes(candidates, place))?.channel
  const channel = chosen ?? candidates[0]
  if (!channel) throw relayError('no_channel', { model, group })
  return channel
}

/** A quote fetches nothing, so there is none for a request whose media would be fetched before it is sent. */
const refuseMedia: FetchMedia = async ([first]) => {
  throw relayError('quote_needs_media', { name: first?.name ?? '' })
}

/** What an answer of so many tokens is charged if its upstream reports nothing. */
function chargeOf(outputTokens: number, logged: LoggedCall, { envelope, pricing }: CallRun, deps: RelayDeps) {
  const { returnsAudio } = logged.call.endpoint
  const tally: Tally = {
    ...newTally(),
    produced: true,
    finished: true,
    outputTokens: returnsAudio ? 0 : outputTokens,
    soundSeconds: returnsAudio ? outputTokens / SPOKEN_TOKENS_PER_SECOND : null,
  }
  return chargeAnswer({ logged, envelope, pricing, tally, unseen: null }, 'complete', deps)
}

const SPOKEN_TOKENS_PER_SECOND = 1250 / 60
