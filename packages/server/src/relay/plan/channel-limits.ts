import { hasLimits, limitsIn } from '@tollgate/contract'
import type { CountAnswer, NodeCounts, TakenCounts } from '../../platform/cluster/counts-of-nodes.ts'
import { type Count, CountsUnavailable } from '../../platform/counts/counts.ts'
import type { ChannelPlace } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'

/** The limits of channels: concurrent calls, and calls and tokens a minute. */
export interface ChannelLimits {
  /** Whether a channel is not known to be full. */
  isFree(channelId: number): boolean
  /** Milliseconds for which a channel is known to be full. */
  fullFor(channelId: number): number
  /**
   * Takes a place. Decides synchronously if the channel has no limits or this is the only node.
   *
   * @param tokens estimates the input; called only if tokens are limited
   * @returns the place, or the milliseconds for which the channel is full
   * @throws ApiError if counting is impossible and the operator wants such calls refused
   */
  take(channel: LimitedChannel, tokens: () => number): ChannelPlace | number | Promise<ChannelPlace | number>
}

type LimitedChannel = Pick<OpenChannel, 'id' | 'setting'>

/** A full channel is asked again after this time at most: another node may free a place at any time. */
const MOST_FULL_MS = 1_000
const FULL_OF_CALLS_MS = 100
const AWAY_RETRY_SECONDS = 5

const UNLIMITED: ChannelPlace = { used: () => undefined, left: () => undefined }

/** Counts the calls and tokens of channels over all nodes. */
export function makeChannelLimits(counts: NodeCounts, now: () => number = () => performance.now()): ChannelLimits {
  const fullUntil = new Map<number, number>()

  function fullFor(id: number): number {
    const until = fullUntil.get(id)
    if (until === undefined) return 0
    const leftMs = until - now()
    if (leftMs > 0) return leftMs
    fullUntil.delete(id)
    return 0
  }

  function answered(id: number, asked: readonly Count[], answer: CountAnswer): ChannelPlace | number {
    if ('exceeded' in answer) {
      const isOfCalls = asked[answer.exceeded]?.windowMs === 0
      fullUntil.set(id, now() + Math.min(answer.waitMs, isOfCalls ? FULL_OF_CALLS_MS : MOST_FULL_MS))
      return answer.waitMs
    }
    fullUntil.delete(id)
    return placeOf(id, asked, answer)
  }

  function placeOf(id: number, asked: readonly Count[], taken: TakenCounts): ChannelPlace {
    const tokensAt = asked.findIndex(({ key }) => key === tokensOf(id))
    let estimated = asked[tokensAt]?.amount ?? 0
    let hasLeft = false
    return {
      used(tokens) {
        if (tokensAt < 0) return
        taken.correct(tokensAt, Math.ceil(tokens) - estimated)
        estimated = 0
      },
      left() {
        if (hasLeft) return
        hasLeft = true
        taken.end()
        fullUntil.delete(id)
      },
    }
  }

  return {
    isFree: id => fullUntil.size === 0 || fullFor(id) === 0,
    fullFor,
    take(channel, tokens) {
      // Most channels have none, and nothing is made for them.
      if (!hasLimits(channel.setting)) return UNLIMITED
      const asked = countsOf(channel, tokens)
      const answer = counts.take(asked)
      return answer instanceof Promise
        ? answer.then(one => answered(channel.id, asked, one), unavailable)
        : answered(channel.id, asked, answer)
    },
  }
}

const tokensOf = (id: number) => `channel:${id}:tokens`

const countsOf = ({ id, setting }: LimitedChannel, tokens: () => number): Count[] =>
  limitsIn(setting).map(({ counts, windowMs, limit }) => ({
    key: `channel:${id}:${counts}`,
    windowMs,
    limit,
    amount: counts === 'tokens' ? Math.max(1, Math.ceil(tokens())) : 1,
  }))

function unavailable(error: unknown): never {
  throw error instanceof CountsUnavailable ? relayError('limits_unavailable', {}, AWAY_RETRY_SECONDS) : error
}
