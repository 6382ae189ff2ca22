import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ROLE, type Token } from '@tollgate/contract'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import type { Db } from '../../platform/storage/db.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

/** What only the operator knows of a channel. */
const SECRET = { name: 'hidden-channel', key: 'hidden-key', tag: 'hidden-tag', remark: 'hidden-remark' }

let upstream: WireUpstream
let gateway: TestGateway
let db: Db
let user: Awaited<ReturnType<typeof signUp>>
const keys: Record<string, string> = {}

beforeAll(async () => {
  upstream = startWireUpstream(() => ({ choices: [] }))
  gateway = await startGateway(undefined, async environment => {
    const app = await buildAppContext(environment)
    db = app.db
    return app
  })
  const mapped = { ...SECRET, models: 'cheap,dear', model_mapping: '{"dear":"hidden-model"}' }
  for (const priority of [0, 9]) await gateway.makeChannel({ ...mapped, base_url: upstream.url, priority })
  await gateway.setOption('ModelRatio', '{"cheap":1,"dear":10}')
  await gateway.setOption('GroupRatio', '{"default":1,"vip":0.1}')
  await gateway.setOption('mirror_setting.enabled', true)
  await gateway.setOption('UserUsableGroups', '{"default":"everybody"}')
  user = await signUp({ db }, ROLE.user)
  await gateway.consoleCall('POST', `/api/user/${user.id}/quota`, { mode: 'add', value: 1_000_000 })
  const make = async (how: string, more: object) => {
    const body = { name: how.slice(0, 20), unlimited_quota: true, ...more }
    const [token] = await user.consoleCall<[Token]>(gateway.url, 'POST', '/api/token/', body)
    keys[how] = `sk-${token.key}`
    return token
  }
  await make('usual', {})
  await make('of another model', { model_limits_enabled: true, model_limits: 'cheap' })
  await make('of another address', { allow_ips: '203.0.113.9' })
  const frozen = await make('frozen', {})
  await user.consoleCall(gateway.url, 'PUT', `/api/token/${frozen.id}/frozen`, { frozen: true })
  keys['naming a channel'] = `${keys.usual}-1`
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const CHAT = { model: 'dear', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 }

async function send(path: string, how = 'usual', body: object = CHAT, headers: object = {}) {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[how]}`, ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const told = text + JSON.stringify(Object.fromEntries(answer.headers))
  return { status: answer.status, body: text === '' ? null : JSON.parse(text), told }
}

test.each(['of another model', 'of another address', 'frozen', 'naming a channel'])(
  'a key %s gets the answer of a call for a quote',
  async how => {
    const [quoted, called] = [await send('/v1/quote', how), await send('/v1/chat/completions', how)]
    expect([401, 403]).toContain(quoted.status)
    expect([quoted.status, quoted.body.error.code]).toEqual([called.status, called.body.error.code])
  },
)

test.each([
  '//evil.example/v1/chat/completions',
  'http://evil.example/v1/chat/completions',
  '/v1/realtime',
  '/v1/files',
  '/v1/batches',
  '/v1/keys',
  '/v1/quote',
  '/mirror/v1/chat/completions',
  '/api/user/self',
  '/pg/chat/completions',
  '/v1/chat/completions/../../../api/option',
  '/v1beta/models/dear:countTokens',
  '/v1beta/models/dear:unknown',
])('a quote for %s is refused', async endpoint => {
  const { status, body } = await send(`/v1/quote?endpoint=${encodeURIComponent(endpoint)}`)
  expect([status, body.error.code]).toEqual([400, 'quote_endpoint_unknown'])
})

test('a quote and a copy tell nothing of a channel, change no price, and call nobody', async () => {
  const steering: [body: object, headers: Record<string, string>][] = [
    [{}, {}],
    [{ prompt_cache_key: 'rule 0\n1', metadata: { user_id: '1' }, session_id: 'x' }, { session_id: 'x' }],
    [
      { group: 'vip', user: 'root', channel: 1, channel_id: 1 },
      { 'x-group': 'vip', 'new-api-user': '1' },
    ],
    [{ models: ['cheap'], provider: { order: ['x'] }, extra_body: { model: 'cheap' } }, {}],
  ]
  const prices = new Set<number>()
  for (const [more, headers] of steering) {
    const { status, body, told } = await send('/v1/quote', 'usual', { ...CHAT, ...more }, headers)
    expect([status, body.model, body.price.ratio, body.price.group_ratio]).toEqual([200, 'dear', 10, 1])
    prices.add(body.costs.greatest.quota / body.costs.greatest.output_tokens)
    expect(told).not.toContain('hidden')
    expect(told).not.toContain(new URL(upstream.url).host)
    expect(await send('/mirror/v1/chat/completions', 'usual', { ...CHAT, ...more }, headers)).toMatchObject({
      status: 204,
      body: null,
    })
  }
  expect(Math.min(...prices)).toBeGreaterThan(0)
  expect(upstream.requests).toEqual([])
  const { quota } = await db.selectFrom('users').select('quota').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(quota).toBe(1_000_000)
})
