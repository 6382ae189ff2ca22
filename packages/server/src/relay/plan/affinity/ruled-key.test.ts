import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../../test/support/scripted-upstream.ts'
import { ruledKey } from './ruled-key.ts'

const CALLS = 24

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearers: string[]

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  upstream.answer = response =>
    answerJson(response, 200, {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Well.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9, completion_tokens: 1 },
    })
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  for (const name of ['north', 'south'])
    await gateway.makeChannel({ name, base_url: `${upstream.url}/${name}`, models: 'm,other' })
  bearers = [(await gateway.makeToken()).bearer, (await gateway.makeToken()).bearer]
})
beforeEach(() => {
  upstream.received.length = 0
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

let asked = 0

/** Makes calls that nothing but a rule joins, and returns the channels that they went to. */
async function channelsOf(fields: object = {}, headers: Record<string, string> = {}, bearer = bearers[0]) {
  const before = upstream.received.length
  for (let call = 0; call < CALLS; call++) {
    asked += 1
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...headers },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: `Question ${asked}` }], ...fields }),
    })
    expect(response.status).toBe(200)
  }
  return new Set(upstream.received.slice(before).map(({ path }) => path.split('/')[1]))
}

const rules = (...list: object[]) => gateway.setOption('AffinityRules', JSON.stringify(list))

test('calls with the key of a rule keep to a channel, those without it do not', async () => {
  expect((await channelsOf({ metadata: { thread: 'a' } })).size).toBe(2)
  await rules({ models: 'm*', path: '/v1/chat/*', client: 'agent', from: 'body', key: 'metadata.thread' })
  const headers = { 'user-agent': 'My-Agent/1' }
  for (const thread of ['a', 'b', 'c']) expect((await channelsOf({ metadata: { thread } }, headers)).size).toBe(1)
  expect((await channelsOf({}, headers)).size).toBe(2)
  expect((await channelsOf({ metadata: { thread: 'a' } })).size).toBe(2)
  expect((await channelsOf({ metadata: { thread: 'a' }, model: 'other' }, headers)).size).toBe(2)
})

test('a key is a header, a token or a user, by the first rule that finds one', async () => {
  await rules({ from: 'header', key: 'x-thread' }, { models: 'm', from: 'token' })
  expect((await channelsOf({}, { 'x-thread': 'a' })).size).toBe(1)
  expect((await channelsOf()).size).toBe(1)
  expect((await channelsOf({}, {}, bearers[1])).size).toBe(1)
  expect((await channelsOf({ model: 'other' })).size).toBe(2)
  await rules({ from: 'user' })
  const [first, second] = [await channelsOf({}, {}, bearers[0]), await channelsOf({}, {}, bearers[1])]
  expect([first.size, second]).toEqual([1, first])
})

test('a call that continues a response, or whose body is malformed, has no key by a rule', () => {
  const keyOf = (member: (name: string) => unknown) => {
    const request = { url: 'http://tollgate.test/v1/responses', headers: new Headers() }
    const logged = { identity: { tokenId: 1 } } as Parameters<typeof ruledKey>[0]['logged']
    return ruledKey({ request, envelope: { model: 'm', member } as never, logged }, [
      { models: '', path: '', client: '', from: 'body', key: 'thread' },
    ])
  }
  expect(keyOf(name => (name === 'thread' ? 'a' : undefined))).toBe('rule 0\na')
  expect(keyOf(() => 'a')).toBeUndefined()
  expect(
    keyOf(() => {
      throw new SyntaxError('malformed')
    }),
  ).toBeUndefined()
})
