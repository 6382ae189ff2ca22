import type { Logger } from 'pino'
import { ApiError } from '../../platform/http/api-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { accusationOf, disableAsCalled, mayDisable, type RuleDeps } from './apply-rules.ts'
import type { TestResult } from './run-test.ts'

export interface AutoDisable {
  /** Judges a failed attempt. Returns at once; consequences follow in the background. */
  attemptFailed(channel: OpenChannel, failure: AttemptFailure): void
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>
}

interface Deps extends RuleDeps {
  log: Pick<Logger, 'error'>
  /** Runs the test that confirms a failure which a client may have provoked. */
  confirm(channel: OpenChannel): Promise<TestResult>
  /** Milliseconds on a monotonic clock. */
  clock?: () => number
}

/** The minimum time between tests of a channel that a client can cause by provoking refusals. */
const BETWEEN_TESTS_MS = 60_000

/** Disables channels whose upstreams refuse the key or the account, while calls continue. */
export function makeAutoDisable(deps: Deps): AutoDisable {
  const { options, log, confirm, clock = () => performance.now() } = deps
  const running = new Map<number, Promise<void>>()
  const testedAt = new Map<number, number>()

  async function act(channel: OpenChannel, reason: string, isCertain: boolean): Promise<void> {
    if (isCertain) return void (await disableAsCalled(channel, reason, deps))
    const { failure } = await confirm(channel)
    const own = failure instanceof AttemptFailure ? accusationOf(channel, failure, options) : null
    if (own) await disableAsCalled(channel, own.reason, deps)
  }

  return {
    attemptFailed(channel, failure) {
      // Most failures are not refusals, so the channel need not be checked.
      if (failure.reason instanceof ApiError || !mayDisable(channel, options) || running.has(channel.id)) return
      // With several keys, each is disabled individually, and the channel when none is left.
      if (channel.keys || channel.keyId) return
      const accusation = accusationOf(channel, failure, options)
      if (!accusation) return
      if (!accusation.isCertain) {
        const now = clock()
        if (now - (testedAt.get(channel.id) ?? Number.NEGATIVE_INFINITY) < BETWEEN_TESTS_MS) return
        testedAt.set(channel.id, now)
      }
      const acting = act(channel, accusation.reason, accusation.isCertain)
        .catch(error => log.error({ err: error, channelId: channel.id }, 'a channel was not disabled'))
        .finally(() => running.delete(channel.id))
      running.set(channel.id, acting)
    },
    async idle() {
      await Promise.all(running.values())
    },
  }
}
