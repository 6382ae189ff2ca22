import { expect, test } from 'bun:test'
import { readRecordings } from '@tollgate/gateway/laws'
import { startGateway } from '../support/gateway.ts'
import { hasProblems, runAcrossDialects } from './across-dialects.ts'
import { exchangesOf } from './exchanges.ts'
import { startReplayingUpstream } from './replaying-upstream.ts'

/** Takes every fifth; `npm run fidelity` plays them all. */
const EVERY = 5

test('clients of every dialect get every upstream’s answers, whole and streamed, and nothing is lost silently', async () => {
  const gateway = await startGateway()
  const upstream = startReplayingUpstream(11)
  const recordings = readRecordings().filter((_, at) => at % EVERY === 0)
  const outcomes = await runAcrossDialects(recordings.flatMap(exchangesOf), gateway, upstream)
  await upstream.stop()
  await gateway.stop()
  expect(outcomes.length).toBeGreaterThan(200)
  expect(
    outcomes
      .filter(hasProblems)
      .map(({ exchange, client, problems }) => ({ name: exchange.name, client, ...problems })),
  ).toEqual([])
}, 120_000)
