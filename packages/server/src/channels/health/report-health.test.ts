import { expect, test } from 'bun:test'
import { makeHealth } from '@tollgate/gateway'
import { databases } from '../../../test/support/databases.ts'
import { makeLastHour } from '../../relay/plan/last-hour/last-hour.ts'
import { reportHealth } from './report-health.ts'

const NOW = 1_800_000_000

for (const { kind, open } of databases()) {
  test(`the last hour of every channel is reported in sums and averages, resting channels first: ${kind}`, async () => {
    const database = await open()
    const { db } = database.storage
    const insert = (name: string, status = 1) =>
      db
        .insertInto('channels')
        .values({ name, type: 1, status, key_sealed: 'x', models: 'm', group: 'default', created_time: 1 } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    const [busy, quiet, resting, failing] = [
      (await insert('busy')).id,
      (await insert('quiet', 2)).id,
      (await insert('resting')).id,
      (await insert('failing')).id,
    ] as const
    let now = NOW
    const lastHour = makeLastHour(() => now)
    const health = makeHealth()

    lastHour.attempted(busy, true)
    // more than an hour before the report
    now += 3_600
    for (const isAnswered of [true, true]) lastHour.attempted(busy, isAnswered, { model: 'm' })
    lastHour.attempted(busy, false, { model: 'm', reason: 'upstream_unreachable' })
    lastHour.attempted(busy, true, { model: 'n' })
    lastHour.followed(busy, true)
    lastHour.followed(busy, false)
    const model = 'm'
    const [stream, whole] = [
      { ms: 3_000, firstByteMs: 1_000, inputTokens: 800, cachedTokens: 600, outputTokens: 100, model },
      { ms: 1_000, firstByteMs: null, inputTokens: 200, cachedTokens: 0, outputTokens: 50, model },
    ]
    for (const answer of [stream, whole]) lastHour.delivered(busy, answer)
    health.failed(failing, performance.now(), { model: 'm' })
    health.failed(resting, performance.now(), { retryAfterMs: 60_000 })

    const report = await reportHealth({ db, routing: { health, lastHour }, startedAt: NOW })
    expect(report.channels.map(({ id }) => id)).toEqual([resting, failing, busy, quiet])
    expect(report.channels.map(({ breakers }) => breakers)).toEqual([
      [{ model: null, state: 'open', failures_in_a_row: 1, failure_share: null, rests_for: 60 }],
      [{ model: 'm', state: 'failing', failures_in_a_row: 1, failure_share: null, rests_for: 0 }],
      [],
      [],
    ])
    const figures = {
      calls: 4,
      failures: 1,
      success: 0.75,
      latency_ms: 2_000,
      first_token_ms: 1_000,
      tokens_per_second: 50,
      cache_share: 0.6,
      follow_ups: 2,
      affinity_share: 0.5,
    }
    const nothing = {
      failures: 0,
      latency_ms: null,
      first_token_ms: null,
      tokens_per_second: null,
      cache_share: null,
      follow_ups: 0,
      affinity_share: null,
    }
    expect(report.total).toEqual(figures)
    const [, , told, silent] = report.channels
    expect(told).toMatchObject({ name: 'busy', status: 1, ...figures })
    expect(told?.slots.at(-1)).toEqual({ answered: 3, failed: 1 })
    expect(told?.slots).toHaveLength(20)
    expect(told?.models).toEqual([
      {
        ...figures,
        model: 'm',
        calls: 3,
        failures: 1,
        success: 2 / 3,
        follow_ups: 0,
        affinity_share: null,
        failure: { reason: 'upstream_unreachable', at: now },
      },
      { ...nothing, model: 'n', calls: 1, success: 1, failure: null },
    ])
    expect(silent?.models).toEqual([])
    expect(silent).toMatchObject({ name: 'quiet', status: 2, calls: 0, success: null, cache_share: null })
    await database.close()
  })
}
