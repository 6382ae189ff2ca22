import type { ConsoleLanguage, Recovery, TestProgress } from '@tollgate/contract'
import type { ChannelRow } from '../../platform/storage/schema.ts'

/** Tests of channels: single ones, all of them, and those that re-enable channels. */
export interface ChannelTests {
  /**
   * Tests a channel, enabled or not. An empty model: the channel's own choice. An automatically disabled channel that
   * passes is enabled as by `testAll`; `recovery` says whether, and is null for others.
   * @throws ApiError if there is no such channel; ClientGone when the signal is aborted
   */
  test(
    id: number,
    model: string,
    signal: AbortSignal,
  ): Promise<{ channel: ChannelRow; outcome: TestOutcome; recovery: Recovery | null }>
  /** Tests every channel, and disables and enables them by the options; returns how many were tested. Part of a job. */
  testAll(signal: AbortSignal): Promise<number>
  /** Whether the next `testAll` of this process ends with a notice to the super admin. */
  announce(isWanted: boolean): void
  /** Tests automatically disabled channels; returns how many. Part of a job. */
  recover(signal: AbortSignal): Promise<number>
  progress(startedAt: number, isRunning: boolean): Promise<TestProgress>
  /** Resolves when nothing is in progress beside calls. */
  idle(): Promise<void>
}

/** The result of a test. */
export interface TestOutcome {
  model: string
  ms: number
  /** null: no token came. */
  firstTokenMs: number | null
  /** A stable code, or the upstream's own; null: the test passed. */
  code: string | null
  /** Why it failed: the upstream's own words without keys and hosts, or a sentence of the gateway's. */
  message(language: ConsoleLanguage): string
}
