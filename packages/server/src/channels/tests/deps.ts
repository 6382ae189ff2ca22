import type { ChannelRow } from '../../platform/storage/schema.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { ChannelsContext } from '../context.ts'
import type { RuleDeps } from './apply-rules.ts'
import type { TestDeps, TestResult } from './run-test.ts'

/** The dependencies of channel tests. */
export interface ChannelTestDeps extends RuleDeps, TestDeps, Pick<ChannelsContext, 'log'> {
  /** Asks a channel's provider for the balance, in US dollars. */
  askBalance(channel: OpenChannel, signal: AbortSignal): Promise<number>
}

export interface TestedChannel {
  channel: ChannelRow
  result: TestResult
}
