import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { KEY_STATUS, keyStates, setKeyStatus } from '../../relay/candidates/keys/key-state-store.ts'
import { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { accusationOf, type RuleDeps } from './apply-rules.ts'
import { runTest, type TestDeps, type TestResult } from './run-test.ts'

type Deps = RuleDeps & TestDeps

/** The most keys of a channel that one test tries. */
const MOST_KEYS = 5

/**
 * Tests a channel. With several keys it tries healthy ones first, then refused ones, until one passes or the failure is
 * not the key's. Skips keys that an administrator disabled.
 * @throws ClientGone when the signal is aborted
 */
export async function testKeys(
  channel: OpenChannel,
  model: string,
  signal: AbortSignal,
  deps: Deps,
): Promise<TestResult> {
  let result: TestResult | undefined
  for (const one of await keysToTest(channel, deps)) {
    result = await runTest(one, model, signal, deps)
    if (one.keyId) result.keyId = one.keyId
    const { failure } = result
    if (!(failure instanceof AttemptFailure) || !accusationOf(one, failure, deps.options)) break
  }
  return result ?? runTest(channel, model, signal, deps)
}

async function keysToTest(channel: OpenChannel, { db }: Deps): Promise<OpenChannel[]> {
  if (!channel.keys) return [channel]
  const states = new Map((await keyStates(db, channel.id)).map(({ key, status }) => [key, status]))
  const withStatus = (status: number) =>
    channel.keys?.all.filter(({ id }) => (states.get(id) ?? KEY_STATUS.ok) === status)
  const keys = [...(withStatus(KEY_STATUS.ok) ?? []), ...(withStatus(KEY_STATUS.refused) ?? [])]
  return keys.slice(0, MOST_KEYS).map(({ channel }) => channel)
}

/** Re-enables a key that its upstream had refused. */
export async function enableKey(channelId: number, keyId: string, { db, changeEvents, now }: RuleDeps): Promise<void> {
  const state = (await keyStates(db, channelId)).find(({ key }) => key === keyId)
  if (state?.status !== KEY_STATUS.refused) return
  await setKeyStatus(db, channelId, keyId, true, now())
  await changeEvents.emit('channel_keys', channelId)
}
