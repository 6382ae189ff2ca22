import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import { workersOf } from '../../../test/support/workers-of.ts'
import { type EndedCall, makeCallMeter } from './call-meter.ts'
import { BUCKETS, newDurations } from './durations.ts'

const ended = (more: Partial<EndedCall>): EndedCall => ({
  dialect: 'openai-chat',
  model: 'm',
  channel: 1,
  status: 200,
  attempts: 1,
  seconds: 1,
  promptTokens: 0,
  completionTokens: 0,
  quota: 0,
  ...more,
})

describe('the meter', () => {
  test('loses no call, token or quota, whatever models clients make up', () => {
    const call = fc.record({
      model: fc.string({ maxLength: 12 }),
      channel: fc.integer({ min: 0, max: 2_000 }),
      status: fc.constantFrom(200, 400, 404, 429, 500, 502),
      quota: fc.nat(1_000),
      promptTokens: fc.nat(1_000),
    })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 400 }), calls => {
        const meter = makeCallMeter()
        for (const one of calls) meter.ended(ended(one))
        const series = [...meter.series()]
        const sum = (of: (one: (typeof series)[number]) => number) => series.reduce((all, one) => all + of(one), 0)
        expect(sum(one => one.calls)).toBe(calls.length)
        expect(sum(one => one.quota)).toBe(calls.reduce((all, { quota }) => all + quota, 0))
        expect(sum(one => one.promptTokens)).toBe(calls.reduce((all, one) => all + one.promptTokens, 0))
      }),
      { seed: 24, numRuns: 50 },
    )
  })

  test('keeps a bounded number of series, and none for a model that never reached a channel', () => {
    const meter = makeCallMeter()
    for (let n = 0; n < 10_000; n++) meter.ended(ended({ model: `made up ${n}`, channel: n % 3 }))
    const series = [...meter.series()]
    expect(series.length).toBeLessThan(2_100)
    expect(series.filter(({ channel, model }) => channel === 0 && model !== '')).toEqual([])
    for (let n = 0; n < 5_000; n++) meter.ended(ended({ channel: n }))
    expect([...meter.durations()].length).toBeLessThanOrEqual(501)
  })

  test('counts a duration in the bucket it fits into', () => {
    for (const [index, end] of BUCKETS.entries()) {
      const durations = newDurations()
      durations.add(end)
      durations.add(end + 0.001)
      expect([durations.counts[index], durations.counts[index + 1]]).toEqual([1, 1])
    }
  })
})

const WORKERS = 2
const CALLS = 24
/** A worker starts in a second on an idle machine. */
const RESTART_MS = 60_000

for (const { kind, open } of databases()) {
  describe(`/metrics of ${WORKERS} workers on ${kind}`, () => {
    let database: TestDatabase
    let evil: EvilUpstream
    let gateway: GatewayProcess
    let operator: Operator
    beforeAll(async () => {
      database = await open()
      evil = await startEvilUpstream()
      gateway = await startGatewayProcess(database.place, await freePort(), {
        environment: { WORKERS: String(WORKERS) },
      })
      operator = await setUpGateway(gateway.url)
    })
    afterAll(async () => {
      await gateway.kill()
      await evil.stop()
      await database.close()
    })

    const read = (headers: Record<string, string> = {}) => fetch(`${gateway.url}/metrics`, { headers })

    test('are off until somebody may read them, and then need the token or the address', async () => {
      const off = await read({ authorization: 'Bearer ' })
      expect([off.status, await off.text()]).toEqual([404, expect.stringContaining('are off')])
      await operator.setOption('MetricsToken', 'a secret')
      const open = () => read({ authorization: 'Bearer a secret' })
      await until(open, ({ status }) => status === 200)
      // The other worker learns of it a moment later.
      await until(
        async () => (await Promise.all(Array.from({ length: 16 }, open))).every(({ status }) => status === 200),
        Boolean,
      )
      for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Bearer ' }])
        expect((await read(headers as Record<string, string>)).status).toBe(401)
      expect((await open()).headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
      await operator.setOption('MetricsAddresses', '127.0.0.0/8\n::1')
      await until(
        async () => (await Promise.all(Array.from({ length: 16 }, () => read()))).every(({ status }) => status === 200),
        Boolean,
      )
    })

    test('count every call of every worker once, and name no key', async () => {
      const channel = await operator.makeChannel({ base_url: evil.url, models: 'good', key: 'sk-upstream-canary' })
      await operator.setOption('ModelRatio', JSON.stringify({ good: 1 }))
      const token = await operator.makeToken()
      const call = (model: string) =>
        fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token.bearer}`, connection: 'close' },
          body: JSON.stringify({ model, messages: [{ role: 'user', content: 'a prompt that nobody sees' }] }),
        }).then(response => response.text().then(() => response.status))
      await until(
        () => call('good'),
        status => status === 200,
      )
      const before = countIn(await (await read()).text(), 'tollgate_calls_total', `status="200"`)
      expect(await Promise.all(Array.from({ length: CALLS }, () => call('good')))).toEqual(Array(CALLS).fill(200))
      await call('nobody serves this model')
      const text = await until(
        async () => (await read()).text(),
        text => countIn(text, 'tollgate_calls_total', `status="200"`) === before + CALLS,
      )
      expect(text).toContain(`model="good",channel="${channel.id}",status="200",dialect="openai-chat"`)
      for (const slot of ['0', '1']) expect(text).toContain(`tollgate_holds{worker="${slot}"} 0`)
      expect(countIn(text, 'tollgate_call_seconds_count', `channel="${channel.id}"`)).toBeGreaterThanOrEqual(
        before + CALLS,
      )
      expect(text).toContain(`tollgate_channel_enabled{channel="${channel.id}",status="enabled"} 1`)
      expect(text).toContain('tollgate_job_failed{job="expired-sessions"} 0')
      for (const name of ['tollgate_ledger_queue', 'tollgate_database_waiting', 'tollgate_event_loop_lag_seconds'])
        expect(text).toContain(`# TYPE ${name} gauge`)
      expect(text).not.toContain('nobody serves this model')
      expect(text).not.toMatch(/canary|prompt that nobody/)
      expect(wrongLines(text)).toEqual([])
    })

    test('continue after a worker died, under the same label', async () => {
      const [victim] = await workersOf(gateway.pid)
      process.kill(victim ?? 0, 'SIGKILL')
      const labels = async () =>
        read().then(
          async response =>
            [...(await response.text()).matchAll(/tollgate_calls_running\{worker="(\d)"\}/g)].map(([, n]) => n),
          () => [],
        )
      expect((await until(labels, found => found.length === WORKERS, RESTART_MS)).sort()).toEqual(['0', '1'])
    }, 90_000)
  })
}

/** The sum of the samples of a metric whose labels include a text. */
function countIn(text: string, name: string, labels: string): number {
  const lines = text.split('\n').filter(line => line.startsWith(`${name}{`) && line.includes(labels))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

/** Lines that violate the format, and metrics declared twice. */
function wrongLines(text: string): string[] {
  const lines = text.split('\n').filter(Boolean)
  const declared = lines.filter(line => line.startsWith('# TYPE')).map(line => line.split(' ')[2])
  const twice = declared.filter((name, index) => declared.indexOf(name) < index)
  const SAMPLE = /^[a-z_]+(\{([a-z_]+="([^"\\]|\\.)*",?)*\})? (-?[\d.e+-]+|NaN|\+Inf)$/i
  return [...lines.filter(line => !line.startsWith('#') && !SAMPLE.test(line)), ...twice.map(String)]
}
