import type { Channel, Token } from '@tollgate/contract'
import { auditLedger } from '../../src/money/ledger/audit.ts'
import { credit } from '../../src/money/ledger/index.ts'
import { makeFileOpener } from '../../src/platform/http/open-file.ts'
import { makeOutbound } from '../../src/platform/http/outbound.ts'
import type { DrawingRow } from '../../src/platform/storage/schema.ts'
import { buildAppContext, type RunningApp } from '../../src/start/build-app-context.ts'
import { pollTasks } from '../../src/stateful/tasks/poll.ts'
import { makePollBackOff } from '../../src/stateful/tasks/poll-back-off.ts'
import type { TestDatabase } from './databases.ts'
import { signUp, startGateway } from './gateway.ts'
import { type MidjourneyProxy, startMidjourneyProxy } from './vendors/midjourney-proxy.ts'

const DRAWING_MODELS = [
  ...['mj_imagine', 'mj_variation', 'mj_reroll', 'mj_blend', 'mj_modal', 'mj_zoom', 'mj_shorten', 'mj_pan', 'mj_edits'],
  ...['mj_high_variation', 'mj_low_variation', 'mj_describe', 'mj_upscale', 'mj_upload', 'mj_video', 'mj_inpaint'],
  ...['mj_custom_zoom', 'swap_face'],
]

/** The answer a client gets. */
type Told = Record<string, unknown> & { code: number; description: string; result: string; status: string }

/** A gateway with a Midjourney proxy behind it, and helpers for tests of drawings. */
export async function openDrawingDesk(database: TestDatabase) {
  const proxy = startMidjourneyProxy()
  let app: RunningApp | undefined
  const gateway = await startGateway(database.place.DATABASE_URL, async (...how) => {
    app = await buildAppContext(...how)
    // Client hooks and image hosts are on loopback here.
    app.relay.outbound = makeOutbound({ isAllowed: () => true })
    app.relay.openFile = makeFileOpener({ isAllowed: () => true })
    return app
  })
  if (!app) throw new Error('there is no app')
  const running = app

  const makeChannel = (of: MidjourneyProxy, fields: Partial<Channel> & { key?: string } = {}) =>
    gateway.makeChannel({ type: 2, base_url: of.url, models: DRAWING_MODELS.join(','), ...fields })
  const channel = await makeChannel(proxy)

  async function makeUser(balance = 5_000_000, token: Partial<Token> = {}) {
    const user = await signUp(running, 1)
    const reference = `grant:test:${user.id}`
    await credit(running.db, { userId: user.id, amount: balance, reference, now: 1 })
    const [made] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', {
      name: 't',
      unlimited_quota: true,
      ...token,
    })
    if (!made) throw new Error('no token')
    return { id: user.id, tokenId: made.id, bearer: `sk-${made.key}` }
  }
  type User = Awaited<ReturnType<typeof makeUser>>

  async function call(user: Pick<User, 'bearer'>, path: string, body?: object | string) {
    const response = await fetch(gateway.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${user.bearer}`, 'content-type': 'application/json', 'accept-language': 'en' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, told: JSON.parse(text) as Told }
  }

  const rowOf = (mjId: string): Promise<DrawingRow> =>
    running.db.selectFrom('midjourneys').selectAll().where('mj_id', '=', mjId).executeTakeFirstOrThrow()

  return {
    gateway,
    app: running,
    proxy,
    channel,
    makeChannel,
    makeUser,
    call,
    rowOf,
    /** Submits a request that must be accepted; returns our id for it. */
    async submit(user: Pick<User, 'bearer'>, path: string, body: object): Promise<string> {
      const { told } = await call(user, `/mj${path}`, body)
      if (told.code !== 1 && told.code !== 21) throw new Error(`it was not taken: ${JSON.stringify(told)}`)
      return String(told.result)
    },
    /** Makes a drawing that succeeded. */
    async drawn(user: Pick<User, 'bearer'>): Promise<string> {
      const id = await this.submit(user, '/submit/imagine', { prompt: 'a cat' })
      await proxy.change(proxy.last(), proxy.succeeded())
      await this.poll()
      return id
    },
    /** Runs the job as it would run when tasks are due, or this many seconds later. Returns how many ended. */
    async poll(later = 0): Promise<number> {
      await running.db.updateTable('midjourneys').set({ poll_at: 0 }).where('is_open', '=', 1).execute()
      const now = () => running.now() + later
      const deps = { ...running.relay, now, tasks: { ...running.relay.tasks, now } }
      return pollTasks(deps, makePollBackOff(), new AbortController().signal)
    },
    async rowsOf(user: Pick<User, 'id'>): Promise<DrawingRow[]> {
      return running.db.selectFrom('midjourneys').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
    },
    async paidBy({ id, tokenId }: User) {
      const user = await running.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const token = await running.db
        .selectFrom('tokens')
        .selectAll()
        .where('id', '=', tokenId)
        .executeTakeFirstOrThrow()
      return { left: user.quota, used: user.used_quota, tokenUsed: token.used_quota, cap: token.remain_quota }
    },
    logsOf: ({ id }: Pick<User, 'id'>) =>
      running.db.selectFrom('logs').selectAll().where('user_id', '=', id).orderBy('id').execute(),
    usedOf: async ({ id }: Pick<Channel, 'id'>) =>
      (await running.db.selectFrom('channels').select('used_quota').where('id', '=', id).executeTakeFirstOrThrow())
        .used_quota,
    /** The audit's findings, and how much is still held. */
    async books() {
      const { findings } = await auditLedger(running.db, running.now())
      const rows = await running.db.selectFrom('midjourneys').select('held').execute()
      return {
        findings,
        held: rows.reduce((sum, { held }) => sum + held, 0),
        holds: [...running.ledger.holds()].length,
      }
    },
    async close() {
      await gateway.stop()
      await proxy.stop()
    },
  }
}

export type DrawingDesk = Awaited<ReturnType<typeof openDrawingDesk>>
