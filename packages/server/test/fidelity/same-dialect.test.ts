import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway.ts'
import { readRecordings } from './recordings.ts'
import { startReplayingUpstream } from './replaying-upstream.ts'
import { runSameDialect } from './same-dialect.ts'

test('real traffic arrives byte for byte, even with streams cut at arbitrary places', async () => {
  const gateway = await startGateway()
  const upstream = startReplayingUpstream(7)
  const outcomes = await runSameDialect(readRecordings(), gateway, upstream)
  await upstream.stop()
  await gateway.stop()
  expect(outcomes.length).toBeGreaterThan(200)
  expect(
    outcomes
      .filter(({ problems }) => problems.length > 0)
      .map(({ recording, problems }) => [recording.name, ...problems]),
  ).toEqual([])
}, 120_000)
