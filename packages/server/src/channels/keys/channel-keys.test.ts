import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { CHANNEL_STATUS, type Channel, type ChannelKeys, type LogOther } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'

const ANSWER = {
  id: 'chatcmpl-1',
  model: 'gpt-4o-2024-08-06',
  system_fingerprint: 'fp_1a2b3c',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
}
const KEYS = ['first', 'second', 'third'].map(name => `sk-canary-${name}-key-7b1e`)

for (const { kind, open } of databases()) {
  describe(`keys of a channel on ${kind}`, () => {
    let database: TestDatabase
    let upstream: ScriptedUpstream
    let gateway: GatewayProcess
    let operator: Operator
    let bearer: string
    let output = ''
    let port: number
    /** The upstream's answer to a key, by its name. */
    let refusals: Record<string, [status: number, body: unknown, headers?: Record<string, string>]>

    const startNode = (at: number) =>
      startGatewayProcess(database.place, at, {
        environment: { LOG_LEVEL: 'trace' },
        program: mortalGateway(),
        onOutput: text => {
          output += text
        },
      })

    beforeAll(async () => {
      database = await open()
      upstream = await startScriptedUpstream()
      upstream.answer = (response, { headers }) => {
        const name = nameOf(headers.authorization)
        const [status, body, more = {}] = refusals[name] ?? [200, ANSWER]
        for (const [header, value] of Object.entries({ 'x-request-id': `req-${name}`, ...more }))
          response.setHeader(header, value)
        answerJson(response, status, body)
      }
      port = await freePort()
      gateway = await startNode(port)
      operator = await setUpGateway(gateway.url)
      await operator.setOption('RetryTimes', 2)
      await operator.setOption('AutomaticDisableChannelEnabled', true)
      await operator.setOption('ModelRatio', '{"gpt-4o":1}')
      bearer = (await operator.makeToken()).bearer
    })
    afterAll(async () => {
      await gateway.kill()
      await upstream.stop()
      await database.close()
      for (const key of KEYS) expect(output).not.toContain(key)
    })
    let channel: Channel
    beforeEach(async () => {
      refusals = {}
      if (channel) await operator.consoleCall('DELETE', `/api/channel/${channel.id}`).catch(() => 'gone')
      channel = await operator.makeChannel({
        key: KEYS.join('\n'),
        key_spread: 'in_turn',
        base_url: upstream.url,
        models: 'gpt-4o',
      })
    })

    const nameOf = (authorization = '') => /canary-(\w+)-key/.exec(authorization)?.[1] ?? ''
    const keysNow = () => operator.consoleCall<ChannelKeys>('GET', `/api/channel/${channel.id}/keys`)
    const statesNow = async () => (await keysNow()).keys.map(({ state }) => state)
    const becomes = (...states: string[]) =>
      until(statesNow, found => JSON.stringify(found) === JSON.stringify(states), 10_000)
    /** Each call is a separate conversation, because continued ones keep their key. */
    const call = (url = gateway.url, content: string = crypto.randomUUID()) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] }),
      })
    /** The names of the keys the upstream saw, and the statuses of the answers. */
    async function callTimes(times: number, url?: string) {
      const before = upstream.received.length
      const statuses = []
      for (let made = 0; made < times; made++) {
        const answer = await call(url)
        await answer.text()
        statuses.push(answer.status)
      }
      return { seen: upstream.received.slice(before).map(({ headers }) => nameOf(headers.authorization)), statuses }
    }

    test('form one channel, take turns, and are never returned', async () => {
      const { seen } = await callTimes(6)
      expect(seen.slice(0, 3)).toEqual(seen.slice(3))
      expect(new Set(seen)).toEqual(new Set(['first', 'second', 'third']))
      const { keys, spread } = await keysNow()
      expect(spread).toBe('in_turn')
      expect(keys.map(({ hint, position, state }) => [hint, position, state])).toEqual([
        ['7b1e', 1, 'ok'],
        ['7b1e', 2, 'ok'],
        ['7b1e', 3, 'ok'],
      ])
      expect(JSON.stringify([keys, channel])).not.toContain('canary')
    })

    test('of which one is refused: clients see no error, and only that key is disabled, with the upstream’s words', async () => {
      refusals.second = [401, { error: { message: `Incorrect API key provided: ${KEYS[1]}`, code: 'invalid_api_key' } }]
      const { statuses } = await callTimes(6)
      expect(new Set(statuses)).toEqual(new Set([200]))
      await becomes('ok', 'refused', 'ok')
      const [, refused] = (await keysNow()).keys
      expect(refused?.reason).toBe('401 Incorrect API key provided: ***')
      expect((await callTimes(4)).seen).not.toContain('second')
      const { status } = await operator.consoleCall<Channel>('GET', `/api/channel/${channel.id}`)
      expect(status).toBe(CHANNEL_STATUS.enabled)
    })

    test('of which one is limited: it rests as long as the upstream asked, and the row lists each attempt', async () => {
      refusals.first = [429, { error: { message: 'slow down', type: 'rate_limit_error' } }, { 'retry-after': '600' }]
      let answer: Response
      let attempts: NonNullable<LogOther['admin_info']>['attempts']
      do {
        answer = await call()
        expect(answer.status).toBe(200)
        await answer.text()
        const [row] = await operator.logsOf(answer)
        attempts = (JSON.parse(row?.other ?? '{}') as LogOther).admin_info?.attempts
      } while (attempts?.length === 1)
      const { keys } = await keysNow()
      const first = keys[0]
      const name = ['first', 'second', 'third'][keys.findIndex(({ id }) => id === attempts?.[1]?.key)]
      expect(name).not.toBe('first')
      expect(first?.state).toBe('resting')
      expect((first?.until ?? 0) - (first?.since ?? 0)).toBe(600)
      const common = { channel: channel.id, ms: expect.any(Number) }
      expect(attempts).toEqual([
        {
          ...common,
          key: first?.id,
          status: 429,
          upstream_request_id: 'req-first',
          reason: 'slow down',
          code: 'upstream_error',
          charge_rule: expect.objectContaining({ charged: 'free' }),
          quota: 0,
        },
        {
          ...common,
          key: expect.any(String),
          status: 200,
          upstream_request_id: `req-${name}`,
          served_model: ANSWER.model,
          fingerprint: ANSWER.system_fingerprint,
        },
      ])
    })

    test('that are all refused: the channel is disabled, and enabled again with one of them', async () => {
      for (const name of ['first', 'second', 'third'])
        refusals[name] = [429, { error: { message: 'no money', code: 'insufficient_quota' } }]
      // Three attempts, three keys.
      const { seen, statuses } = await callTimes(1)
      expect([seen.length, statuses]).toEqual([3, [429]])
      await until(
        () => operator.consoleCall<Channel>('GET', `/api/channel/${channel.id}`),
        ({ status }) => status === CHANNEL_STATUS.autoDisabled,
      )
      refusals = {}
      const [first] = (await keysNow()).keys
      await operator.consoleCall('PUT', `/api/channel/${channel.id}/keys/${first?.id}`, { enabled: true })
      expect(await statesNow()).toEqual(['ok', 'refused', 'refused'])
      expect((await callTimes(2)).seen).toEqual(['first', 'first'])
    })

    test('make no more attempts than a call has', async () => {
      await operator.setOption('RetryTimes', 1)
      for (const name of ['first', 'second', 'third']) refusals[name] = [429, { error: { message: 'slow down' } }]
      const other = await operator.makeChannel({ base_url: upstream.url, models: 'gpt-4o', priority: -1, key: KEYS[0] })
      expect((await callTimes(1)).seen).toHaveLength(2)
      await operator.setOption('RetryTimes', 2)
      await operator.consoleCall('DELETE', `/api/channel/${other.id}`)
    })

    test('are added, replaced, disabled and removed individually; one usable key always remains', async () => {
      const path = `/api/channel/${channel.id}/keys`
      const [first, second, third] = (await keysNow()).keys
      const change = (method: string, key: string | undefined, body?: unknown) =>
        operator.consoleCall<ChannelKeys>(method, `${path}/${key}`, body)
      await change('PUT', first?.id, { enabled: false })
      await change('DELETE', third?.id)
      expect(await statesNow()).toEqual(['disabled', 'ok'])
      expect(change('DELETE', second?.id)).rejects.toThrow('needs one enabled key')
      expect(change('PUT', second?.id, { enabled: false })).rejects.toThrow('needs one enabled key')
      expect(change('DELETE', third?.id)).rejects.toThrow('no longer has that key')
      expect(change('PUT', first?.id, { key: KEYS[1] })).rejects.toThrow('already has that key')
      await change('PUT', first?.id, { key: KEYS[2] })
      const added = await operator.consoleCall<ChannelKeys>('POST', path, { keys: `${KEYS[0]}\n${KEYS[1]}\n` })
      expect(added.keys.map(({ id, state }) => [id, state])).toEqual([
        [third?.id, 'ok'],
        [second?.id, 'ok'],
        [first?.id, 'ok'],
      ] as unknown as [string, 'ok'][])
      const seen = (await callTimes(3)).seen
      expect(new Set(seen)).toEqual(new Set(['third', 'second', 'first']))
    })

    test('stay with a conversation, whose cache belongs to one key', async () => {
      const keysOf = async (content: string) => {
        const before = upstream.received.length
        for (let made = 0; made < 4; made++) await (await call(gateway.url, content)).text()
        return new Set(upstream.received.slice(before).map(({ headers }) => nameOf(headers.authorization)))
      }
      for (const content of ['about tigers', 'about lions', 'about bears']) expect((await keysOf(content)).size).toBe(1)
    })

    test('keep their states when the process is killed', async () => {
      refusals.first = [401, { error: { message: 'wrong', code: 'invalid_api_key' } }]
      refusals.third = [429, { error: { message: 'slow down' } }, { 'retry-after': '600' }]
      await callTimes(3)
      await becomes('refused', 'ok', 'resting')
      await gateway.kill()
      refusals = {}
      gateway = await startNode(port)
      expect((await callTimes(4)).seen).toEqual(Array(4).fill('second'))
    })

    // On SQLite one process is the only node.
    const onSeveralNodes = kind === 'postgres' ? test : () => undefined
    onSeveralNodes('are refused and enabled on all nodes at once', async () => {
      const other = await startNode(await freePort())
      try {
        refusals.first = [401, { error: { message: 'wrong', code: 'invalid_api_key' } }]
        await callTimes(3)
        await becomes('refused', 'ok', 'ok')
        const isAvoided = async () => !(await callTimes(6, other.url)).seen.includes('first')
        expect(await until(isAvoided, isIt => isIt, 20_000)).toBe(true)
        refusals = {}
        const [first] = (await keysNow()).keys
        await operator.consoleCall('PUT', `/api/channel/${channel.id}/keys/${first?.id}`, { enabled: true })
        expect(
          await until(
            async () => (await callTimes(6, other.url)).seen.includes('first'),
            isIt => isIt,
            20_000,
          ),
        ).toBe(true)
      } finally {
        await other.kill()
      }
    })
  })
}
