import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Channel, type Log, type Page, type Reply, type Token, USER_ID_HEADER } from '@tollgate/contract'
import { insertUser } from '../../src/people/users/store.ts'
import { readEnvironment } from '../../src/platform/process/environment.ts'
import { randomText } from '../../src/platform/process/random-text.ts'
import { SESSION_COOKIE, startSession } from '../../src/platform/sessions/store.ts'
import { DATABASE_FILE, type Storage } from '../../src/platform/storage/db.ts'
import type { buildAppContext } from '../../src/start/build-app-context.ts'
import { startServer } from '../../src/start/start-server.ts'
import { sqliteTemplate } from './databases.ts'
import { until } from './until.ts'

/** A configured gateway with its super admin signed in. */
export interface Operator {
  url: string
  /** The headers of the super admin's session. */
  headers: Record<string, string>
  /** Makes a console call as the super admin. Throws when it fails. */
  consoleCall<Data>(method: string, path: string, body?: unknown): Promise<Data>
  /** Makes a channel of type 1 that serves `test-model` to everybody, unless the fields say otherwise. */
  makeChannel(fields: Partial<Channel> & { key?: string }): Promise<Channel>
  /** Makes an unlimited token of the super admin, unless the fields say otherwise; `bearer` is its key with `sk-`. */
  makeToken(fields?: Partial<Token>): Promise<Token & { bearer: string }>
  setOption(key: string, value: string | number | boolean): Promise<void>
  /** The log rows of a call, found by its response, at least one if it was refused, or by its id. */
  logsOf(call: Response | string): Promise<Log[]>
}

/** The whole gateway on its own port. */
export interface TestGateway extends Operator {
  stop(): Promise<void>
}

const ROOT = { username: 'root', password: 'correct horse' }

/**
 * @param databaseUrl PostgreSQL; absent: SQLite in a temporary folder
 * @param build makes an app context with other parts
 */
export async function startGateway(databaseUrl?: string, build?: typeof buildAppContext): Promise<TestGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-gateway-'))
  if (!databaseUrl) copyFileSync(await sqliteTemplate(), join(folder, DATABASE_FILE))
  const environment = readEnvironment({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    WARM_UP_CALLS: '0',
  })
  const server = await startServer(environment, build)
  const operator = await setUpGateway(server.url.replace(/\/$/, ''))
  return {
    ...operator,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Inserts a user into a running gateway's database. Returns its id, its session's headers and a function for its console calls on any node. */
export async function signUp({ db }: Pick<Storage, 'db'>, role: number) {
  // A name has at most 12 letters and must be unique.
  const name = `user-${randomText(7)}`
  const now = Math.floor(Date.now() / 1000)
  const id = await insertUser(db, { username: name, aff_code: name, role, created_at: now })
  const session = await startSession(db, { userId: id, now, ip: '127.0.0.1', userAgent: 'test' })
  const headers = { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(id) }
  return {
    id,
    headers,
    consoleCall: async <Data>(url: string, method: string, path: string, body?: unknown) =>
      (await sendTo(url, headers, method, path, body)).data as Data,
  }
}

type Send = (method: string, path: string, body?: unknown) => Promise<{ response: Response; data: unknown }>

/** Makes a console call. Throws when it fails. */
async function sendTo(url: string, headers: Record<string, string>, ...[method, path, body]: Parameters<Send>) {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const reply = (await response.json()) as Reply<unknown>
  if (!reply.success) throw new Error(`${method} ${path}: ${reply.message}`)
  return { response, data: reply.data }
}

/** Sets up a fresh gateway and signs in its super admin. */
export async function setUpGateway(url: string): Promise<Operator> {
  const wanted = { confirmPassword: ROOT.password, SelfUseModeEnabled: false, DemoSiteEnabled: false }
  await sendTo(url, {}, 'POST', '/api/setup', { ...ROOT, ...wanted })
  return signInToGateway(url)
}

/** Signs in the super admin of a gateway that `setUpGateway` has set up. */
export async function signInToGateway(url: string): Promise<Operator> {
  const headers: Record<string, string> = {}
  const send: Send = (method, path, body) => sendTo(url, headers, method, path, body)
  const consoleCall = async <Data>(method: string, path: string, body?: unknown) =>
    (await send(method, path, body)).data as Data

  const login = await send('POST', '/api/user/login', ROOT)
  headers.cookie = login.response.headers.get('set-cookie')?.split(';')[0] ?? ''
  headers[USER_ID_HEADER] = String((login.data as { id: number }).id)

  return {
    url,
    headers,
    consoleCall,
    async makeChannel(fields) {
      const defaults = { type: 1, name: 'test channel', key: 'upstream-key', models: 'test-model', group: 'default' }
      const [channel] = await consoleCall<Channel[]>('POST', '/api/channel/', { ...defaults, ...fields })
      if (!channel) throw new Error('no channel was made')
      return channel
    },
    async makeToken(fields = {}) {
      const [token] = await consoleCall<Token[]>('POST', '/api/token/', {
        name: 'test token',
        unlimited_quota: true,
        ...fields,
      })
      if (!token) throw new Error('no token was made')
      return { ...token, bearer: `sk-${token.key}` }
    },
    setOption: (key, value) => consoleCall('PUT', '/api/option/', { key, value: String(value) }),
    async logsOf(call) {
      const id = typeof call === 'string' ? call : call.headers.get('x-request-id')
      const read = async () => (await consoleCall<Page<Log>>('GET', `/api/log/?request_id=${id}`)).items
      // the row of a refused call follows its answer
      return typeof call === 'string' || call.ok ? read() : until(read, rows => rows.length > 0)
    },
  }
}
