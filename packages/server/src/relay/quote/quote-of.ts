import type { LogOther, QuoteReply } from '@tollgate/contract'
import { type HoldPlan, newTally, priceLines, type Tally } from '@tollgate/gateway'
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
import { lossText } from '../response/losses-header.ts'
import { chargeAnswer } from '../settlement/charge-answer.ts'
import type { OutgoingRequest } from '../upstream/strategies/index.ts'
import { upstreamRequest } from '../upstream/upstream-request.ts'

/** Grants every hold, like a full wallet, and records none. */
const RICH: Pick<Ledger, 'reserve' | 'extend'> = {
  reserve: async ({ amount }) => ({ granted: amount.most, left: Number.MAX_SAFE_INTEGER }),
  extend: async (_, amount) => ({ granted: amount.most, left: Number.MAX_SAFE_INTEGER }),
}

/**
 * Returns what an admitted call would hold and cost at the channel that it would go to now. Uses the same functions as a real
 * call to write, hold and charge.
 *
 * @throws ApiError
 */
export async function quoteOf(admitted: AdmittedCall, request: Request, deps: RelayDeps): Promise<QuoteReply> {
  const run = startRun(admitted, request, { ...deps, ledger: RICH })
  const { logged, pricing, hold } = run
  const channel = likelyChannel(run, deps)
  const sent = await hold.cover(await upstreamRequest(withoutFetching(outgoingRequest(run, deps)), channel))
  const { plan } = hold
  if (!plan) throw new Error('a covered request has a plan')
  const answered = { ...logged, sentRequest: sent, tried: [channel] }
  const { groupRatio, quotaPerUnit, price, group } = pricing
  const usd = (quota: number) => Number((quota / quotaPerUnit).toPrecision(12))
  const costAt = (tokens: number) => {
    const { quota, other } = chargeAt(tokens, answered, run, deps)
    // An estimate may count more than the hold allows for.
    const most = Math.max(quota, plan.cost(tokens))
    return { cost: { output_tokens: tokens, quota, usd: usd(quota), most_quota: most, most_usd: usd(most) }, other }
  }
  const expected = costAt(plan.expected)
  const { service_factors = {} }: LogOther = expected.other
  return {
    object: 'quote',
    endpoint: logged.call.endpoint.path,
    model: logged.model,
    hold: { quota: hold.held, usd: usd(hold.held) },
    costs: { none: costAt(0).cost, expected: expected.cost, greatest: costAt(greatest(plan)).cost },
    price: {
      source: deps.prices.sourceOf(logged.model),
      lines: priceLines(price),
      ratio: price.kind === 'tokens' ? price.modelRatio : null,
      group,
      group_ratio: groupRatio,
      service_factors,
    },
    losses: sent.losses.map(lossText),
  }
}

/** Returns the channel that a call would try first; if all rest, the first one. */
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

/** A quote fetches nothing, so it cannot price a request whose media must be fetched before sending. */
const withoutFetching = (outgoing: OutgoingRequest): OutgoingRequest =>
  Object.assign(outgoing, {
    fetchMedia: (async ([first]) => {
      throw relayError('quote_needs_media', { name: first?.name ?? '' })
    }) satisfies OutgoingRequest['fetchMedia'],
  })

/** Returns the greatest output, or the expected output for audio of unknown length, which has no greatest. */
const greatest = ({ most, expected }: HoldPlan): number => (most < Number.MAX_SAFE_INTEGER ? most : expected)

/** Returns the charge of an answer with this many tokens if its upstream reports no usage. */
function chargeAt(outputTokens: number, logged: LoggedCall, { envelope, pricing }: CallRun, deps: RelayDeps) {
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
