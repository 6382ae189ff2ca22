import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, calls, optionKeys, optionLines } from '@tollgate/contract'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../test/support/evil-upstream.ts'
import { type Operator, setUpGateway } from '../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../test/support/gateway-process.ts'
import { rejection } from '../../test/support/rejection.ts'
import { endpoints } from './app.ts'

const canary = (what: string) => `canary-${what}-5e1f`
/** Secrets that no answer of the console repeats. */
const CHANNEL_KEY = canary('channel-key')
const SEVERAL_KEYS = ['one', 'two', 'three'].map(which => canary(`several-${which}`))
const PASSWORD = canary('password')
const WEBHOOK_SECRET = canary('webhook')
const secretOptions = optionKeys.filter(key => optionLines[key].secret)
const SECRETS = [
  CHANNEL_KEY,
  ...SEVERAL_KEYS,
  PASSWORD,
  WEBHOOK_SECRET,
  ...secretOptions.map(canary),
  'correct horse',
  'argon2',
]

const [sqlite] = databases()
let database: TestDatabase
let upstream: EvilUpstream
let gateway: GatewayProcess
let operator: Operator
let output = ''
/** Secrets whose owner may see them again. */
let shownToOwners: string[]

beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  upstream = await startEvilUpstream()
  const onOutput = (text: string) => {
    output += text
  }
  gateway = await startGatewayProcess(database.place, await freePort(), {
    environment: { LOG_LEVEL: 'trace' },
    onOutput,
  })
  operator = await setUpGateway(gateway.url)
  for (const key of secretOptions)
    await operator.setOption(key, key === 'oidc.provider_secrets' ? `{"north":"${canary(key)}"}` : canary(key))
  await operator.makeChannel({ base_url: upstream.url, models: 'good,leaks-key,bad-request', key: CHANNEL_KEY })
  await operator.makeChannel({
    base_url: upstream.url,
    models: 'good,leaks-key,bad-request',
    priority: 1,
    key: SEVERAL_KEYS.join('\n'),
    key_spread: 'in_turn',
  })
  await operator.setOption('ModelRatio', '{"good":1,"leaks-key":1,"bad-request":1}')
  await operator.setOption('RetryTimes', 4)
  await operator.consoleCall('POST', '/api/user/', { username: 'ann', password: PASSWORD })
  await operator.consoleCall('PUT', '/api/user/setting', {
    notify_type: 'webhook',
    webhook_url: 'https://hooks.example/a',
    webhook_secret: WEBHOOK_SECRET,
    accept_unset_model_ratio_model: false,
  })
  const { bearer, key } = await operator.makeToken()
  const [code = ''] = await operator.consoleCall<string[]>('POST', '/api/redemption/', {
    name: 'x',
    quota: 1,
    count: 1,
  })
  shownToOwners = [key, code, operator.headers.cookie?.split('=')[1] ?? '']
  for (const model of ['good', 'leaks-key', 'bad-request', 'unknown'])
    for (const authorization of [`Bearer ${bearer}`, `Bearer sk-${PASSWORD}`])
      await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
      }).then(answer => answer.text())
}, 60_000)
afterAll(async () => {
  await gateway.kill()
  await upstream.stop()
  await database.close()
})

const foundIn = (text: string, secrets: string[]) => secrets.filter(secret => text.includes(secret))
const reading = endpoints.map(({ call }) => call).filter(({ method }) => method === 'GET')
/** Signing out would end the walk. */
const walked = reading.filter(call => call !== calls.users.logout)

/** Returns the whole text; for a stream of events, which does not end, its first piece. */
async function beginningOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body?.getReader()
  const piece = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(piece?.value)
}

describe('a stored secret', () => {
  test.each(walked.map(call => [`${call.method} ${call.path}`, call] as const))(
    'is not in the answer of %s',
    async (_, call: Call) => {
      for (const id of [1, 2]) {
        const url = `${gateway.url}${call.path.replace('{id}', String(id))}`
        const text = await beginningOf(await fetch(url, { headers: operator.headers }))
        expect(foundIn(text, SECRETS)).toEqual([])
      }
    },
  )

  test('is in no error, whatever was wrong with the call that contained it', async () => {
    const bring = async (method: string, path: string, body: unknown) =>
      (await rejection(operator.consoleCall(method, path, body))).message
    const errors = [
      await bring('PUT', '/api/option/', { key: canary('no-option'), value: PASSWORD }),
      await bring('PUT', '/api/option/', { key: 'QuotaPerUnit', value: PASSWORD }),
      await bring('POST', '/api/channel/', { type: 1, name: 5, key: CHANNEL_KEY }),
      await bring('POST', '/api/user/', { username: 'much too long for a name', password: PASSWORD }),
      await bring('POST', '/api/user/login', { username: 'ann', password: `${PASSWORD}!` }),
      await bring('POST', '/api/user/topup', { key: PASSWORD }),
    ]
    const text = await fetch(`${gateway.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"password":"${PASSWORD}`,
    }).then(answer => answer.text())
    expect(foundIn(errors.join() + text, SECRETS)).toEqual([])
  })

  test('is in no row of the log, and in no file of the server', async () => {
    const rows = await database.storage.db.selectFrom('logs').selectAll().execute()
    expect(rows.length).toBeGreaterThan(10)
    expect(foundIn(JSON.stringify(rows), [...SECRETS, ...shownToOwners])).toEqual([])
    const folder = database.place.DATA_DIR
    const files = readdirSync(folder, { recursive: true })
      .map(name => join(folder, String(name)))
      .filter(file => statSync(file).isFile())
    expect(files.length).toBeGreaterThan(0)
    const stored = files.map(file => readFileSync(file, 'latin1')).join()
    expect(
      foundIn(
        stored,
        [...SECRETS, ...shownToOwners].filter(secret => secret !== 'argon2'),
      ),
    ).toEqual([])
  })

  test('is in no output of the server about itself', async () => {
    await gateway.kill()
    expect(output).toContain('"level"')
    expect(foundIn(output, [...SECRETS, ...shownToOwners])).toEqual([])
  })
})
