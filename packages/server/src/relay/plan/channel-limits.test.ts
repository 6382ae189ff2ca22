import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type Channel, channelSetting } from '@tollgate/contract'
import fc from 'fast-check'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { countsOfNodes } from '../../platform/cluster/counts-of-nodes.ts'
import { localCounts } from '../../platform/counts/local-counts.ts'
import type { ChannelPlace } from '../call/relay-call.ts'
import { makeChannelLimits } from './channel-limits.ts'

const channel = (limits: object) => ({ id: 1, setting: channelSetting.parse(limits) })

function alone() {
  const clock = { now: 0 }
  const time = () => clock.now
  const counts = countsOfNodes(localCounts(time), null, () => false)
  return { clock, limits: makeChannelLimits(counts, time) }
}

describe('a channel', () => {
  test('without limits always has room, and its tokens are not estimated', () => {
    const { limits } = alone()
    const estimate = () => {
      throw new Error('nobody asked')
    }
    for (let call = 0; call < 100; call++) expect(limits.take(channel({}), estimate)).not.toBeNumber()
  })

  test('with a limit of calls a minute is full until the minute ends, and known to be', () => {
    const { limits, clock } = alone()
    const limited = channel({ rpm_limit: 2 })
    const take = () => limits.take(limited, () => 0)
    expect([take(), take()].map(one => typeof one)).toEqual(['object', 'object'])
    expect([take(), limits.isFree(1), limits.isFree(2)]).toEqual([61_000, false, true])
    clock.now += 61_000
    expect([limits.isFree(1), typeof take()]).toEqual([true, 'object'])
  })

  test('with a limit of tokens a minute replaces estimates by actual use', () => {
    const { limits } = alone()
    const limited = channel({ tpm_limit: 1_000 })
    const first = limits.take(limited, () => 400) as ChannelPlace
    first.used(300)
    expect(limits.take(limited, () => 200)).not.toBeNumber()
    first.used(450)
    expect(limits.take(limited, () => 100)).toBe(61_000)
  })

  test('never has more concurrent calls than its limit; a call that ends frees one place', () => {
    const step = fc.constantFrom('take', 'take', 'leave', 'leave twice')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, most) => {
        const { limits } = alone()
        const limited = channel({ concurrency_limit: most })
        const running: ChannelPlace[] = []
        for (const act of steps) {
          if (act === 'take') {
            const taken = limits.take(limited, () => 0)
            expect(typeof taken).toBe(running.length < most ? 'object' : 'number')
            if (typeof taken === 'object') running.push(taken as ChannelPlace)
          } else {
            const left = running.pop()
            left?.left()
            if (act === 'leave twice') left?.left()
          }
        }
      }),
      { seed: 6, numRuns: 200 },
    )
  })
})

describe('a call', () => {
  let upstream: ScriptedUpstream
  let held: HeldUpstream
  let gateway: TestGateway
  let bearer: string
  const made: Channel[] = []

  beforeAll(async () => {
    upstream = await startScriptedUpstream()
    held = await startHeldUpstream()
    gateway = await startGateway()
    await gateway.setOption('ModelRatio', '{"gpt-4o":1}')
    bearer = (await gateway.makeToken()).bearer
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
    await held.stop()
  })
  afterEach(async () => {
    for (const { id } of made.splice(0)) await gateway.consoleCall('DELETE', `/api/channel/${id}`)
  })

  const limited = async (setting: object, fields: Partial<Channel> = {}) =>
    made.push(
      await gateway.makeChannel({
        ...fields,
        base_url: fields.base_url ?? upstream.url,
        models: 'gpt-4o',
        setting: JSON.stringify(setting),
      }),
    )
  const call = () =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'gpt-4o', max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] }),
    })
  const ANSWER = {
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  }

  test('skips a full channel, and is refused with 429 if all are full', async () => {
    await limited({ rpm_limit: 1 }, { priority: 10, base_url: `${upstream.url}/first` })
    await limited({ rpm_limit: 2 }, { base_url: `${upstream.url}/second` })
    upstream.answer = response => answerJson(response, 200, ANSWER)
    const before = upstream.received.length
    const statuses: number[] = []
    for (let at = 0; at < 3; at++) statuses.push((await call()).status)
    expect(statuses).toEqual([200, 200, 200])
    expect(upstream.received.slice(before).map(({ path }) => path.split('/')[1])).toEqual(['first', 'second', 'second'])
    const refused = await call()
    const { error } = (await refused.json()) as { error: { code: string; message: string } }
    expect([refused.status, error.code]).toEqual([429, 'channels_full'])
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 62)
    expect(upstream.received.length - before).toBe(3)
  })

  test('keeps its place until it ends or its client leaves', async () => {
    await limited({ concurrency_limit: 1 }, { base_url: held.url })
    const leaving = new AbortController()
    const first = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }),
      signal: leaving.signal,
    }).catch(() => undefined)
    await until(
      async () => held.held(),
      calls => calls === 1,
    )
    expect((await call()).status).toBe(429)
    leaving.abort()
    await first
    const goingOn = setInterval(held.goOn, 20)
    await until(
      async () => (await call()).status,
      status => status === 200,
    )
    clearInterval(goingOn)
  })
})
