import type { ChannelRow } from '../../platform/storage/schema.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { readInfo } from '../channels/set-status.ts'
import { enableAsCalled, openOrNull } from './apply-rules.ts'
import type { ChannelTestDeps, TestedChannel } from './deps.ts'
import { eachOf } from './each-of.ts'
import type { TestResult } from './run-test.ts'
import { autoDisabledChannels, changeInfo } from './store.ts'

interface Deps extends ChannelTestDeps {
  test(id: number, model: string, signal: AbortSignal): Promise<TestedChannel>
  /** Disables or enables a channel by the result of its test. */
  act(channel: OpenChannel, status: number, result: TestResult): Promise<unknown>
}

const AT_ONCE = 4
const FIRST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600

/**
 * Tests automatically disabled channels and enables those that work again, if the options want it. Each is tested after
 * a minute, then at intervals that double up to an hour. A refused test costs nothing, and tests stop with the first
 * that passes; a channel without balance is only asked for its balance.
 */
export async function recoverChannels(deps: Deps, signal: AbortSignal): Promise<number> {
  const { db, now, options } = deps
  if (!options.get('AutomaticEnableChannelEnabled')) return 0
  const due = (await autoDisabledChannels(db)).filter(channel => dueAt(channel) <= now())
  await eachOf(due, AT_ONCE, signal, channel => probe(channel, deps, signal))
  return due.length
}

/** When a channel is tested next, in unix seconds. */
function dueAt({ other_info }: Pick<ChannelRow, 'other_info'>): number {
  const { probes, probed_at, status_time } = readInfo(other_info)
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** numberOr(probes, 0), LONGEST_WAIT_SECONDS)
  return numberOr(probed_at, numberOr(status_time, 0)) + wait
}

async function probe(channel: ChannelRow, deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, now, secrets } = deps
  const info = readInfo(channel.other_info)
  const tried = { ...info, probes: Math.min(numberOr(info.probes, 0) + 1, 10), probed_at: now() }
  // Otherwise an administrator or another node was faster.
  if (!(await changeInfo(db, channel, tried))) return
  const opened = openOrNull(channel, secrets)
  if (!opened) return
  if (isWithoutBalance(info)) {
    const balance = await deps.askBalance(opened, signal).catch(() => 0)
    if (balance > 0) await enableAsCalled(opened, undefined, deps)
    return
  }
  const { result } = await deps.test(channel.id, '', signal)
  await deps.act(opened, channel.status, result)
}

const isWithoutBalance = ({ status_cause: cause }: Record<string, unknown>): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'balance_used_up'

const numberOr = (value: unknown, other: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : other
