import { CHANNEL_STATUS, type Recovery, splitList } from '@tollgate/contract'
import { isCheapToTest } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { type OpenChannel, openChannel } from '../../relay/candidates/channel-index.ts'
import { findChannel } from '../channels/store.ts'
import { applyTest, openOrNull, type RuleDeps } from './apply-rules.ts'
import { type AutoDisable, makeAutoDisable } from './auto-disable.ts'
import type { ChannelTests } from './channel-tests.ts'
import type { ChannelTestDeps, TestedChannel } from './deps.ts'
import { eachOf } from './each-of.ts'
import { recoverChannels } from './recover.ts'
import { outcomeOf, runTest, type TestResult } from './run-test.ts'
import { channelIds, countTested, keepTest } from './store.ts'
import { enableKey, testKeys } from './test-keys.ts'

interface RunningTests extends ChannelTests, Pick<AutoDisable, 'attemptFailed'> {}

const AT_ONCE = 4
/** The test model of channels without models. */
const LAST_RESORT = 'gpt-4o-mini'
const NEVER = new AbortController().signal

export function makeChannelTests(deps: ChannelTestDeps): RunningTests {
  const { db, now, secrets, notifications } = deps
  let isAnnounced = false

  async function test(id: number, model: string, signal: AbortSignal): Promise<TestedChannel> {
    const channel = await findChannel(db, id)
    if (!channel) throw consoleError('channel_not_found')
    const chosen = model || modelOf(channel)
    const opened = opening(channel, secrets)
    const result = opened instanceof ApiError ? unsent(chosen, opened) : await testKeys(opened, chosen, signal, deps)
    await keepTest(db, id, now(), result.ms)
    return { channel, result }
  }

  async function act(channel: OpenChannel, status: number, result: TestResult): Promise<'enabled' | 'disabled' | null> {
    const done = await applyTest(channel, status, result, deps)
    if (done === 'enabled' && result.keyId) await enableKey(channel.id, result.keyId, deps)
    return done
  }

  /** Whether an automatically disabled channel that passed its test is enabled again, or why not. */
  async function recover(channel: ChannelRow, result: TestResult): Promise<Recovery | null> {
    const opened = openOrNull(channel, secrets)
    if (channel.status !== CHANNEL_STATUS.autoDisabled || result.failure || !opened) return null
    if (!deps.options.get('AutomaticEnableChannelEnabled')) return 'option_off'
    if ((await act(opened, channel.status, result)) === 'enabled') return 'enabled'
    const limit = deps.options.get('ChannelDisableThreshold')
    return limit > 0 && result.ms > limit * 1000 ? 'too_slow' : 'changed'
  }

  async function testOne(id: number, signal: AbortSignal): Promise<boolean> {
    const { channel, result } = await test(id, '', signal)
    const opened = openOrNull(channel, secrets)
    if (opened) await act(opened, channel.status, result)
    return result.failure === null
  }

  const autoDisable = makeAutoDisable({
    ...deps,
    confirm: channel => runTest(channel, cheapest([...channel.models]), NEVER, deps),
  })

  return {
    attemptFailed: autoDisable.attemptFailed,
    idle: autoDisable.idle,
    async test(id, model, signal) {
      const { channel, result } = await test(id, model, signal)
      return { channel, outcome: outcomeOf(result), recovery: await recover(channel, result) }
    },
    announce(isWanted) {
      isAnnounced = isWanted
    },
    async testAll(signal) {
      const isToBeTold = isAnnounced
      isAnnounced = false
      const ids = await channelIds(db)
      let passed = 0
      await eachOf(ids, AT_ONCE, signal, async id => {
        const isGood = await testOne(id, signal).catch(error => {
          // It was deleted meanwhile.
          if (error instanceof ApiError) return false
          throw error
        })
        if (isGood) passed += 1
      })
      if (isToBeTold)
        notifications.tellSuperAdmin({
          kind: 'channel_test',
          quietSeconds: 0,
          text: 'channelsTested',
          values: () => [String(passed), String(ids.length - passed)],
          page: '/channel',
        })
      return ids.length
    },
    recover: signal => recoverChannels({ ...deps, test, act }, signal),
    async progress(startedAt, isRunning) {
      const { total, done } = await countTested(db, startedAt)
      return { isRunning, total, done: startedAt === 0 ? 0 : done, started_at: startedAt }
    },
  }
}

/** The channel's model for tests, else the first cheap one, else the first. */
const modelOf = ({ test_model, models }: ChannelRow): string => test_model.trim() || cheapest(splitList(models))

const cheapest = (models: readonly string[]): string => models.find(isCheapToTest) ?? models[0] ?? LAST_RESORT

/** The channel, ready to be called, or the reason why it is not. */
function opening(channel: ChannelRow, secrets: RuleDeps['secrets']): OpenChannel | ApiError {
  try {
    const opened = openChannel(channel, secrets)
    return !opened || opened.provider.onlyTasks ? consoleError('channel_test_unsupported') : opened
  } catch {
    return consoleError('channel_not_opened')
  }
}

const unsent = (model: string, failure: ApiError): TestResult => ({
  model,
  failure,
  ms: 0,
  firstTokenMs: null,
  promptTokens: 0,
  completionTokens: 0,
})
