import { expect } from 'bun:test'
import type { Log, LogOther, Token } from '@tollgate/contract'
import { auditLedger } from '../../src/money/ledger/audit.ts'
import { credit } from '../../src/money/ledger/index.ts'
import type { TaskRow } from '../../src/platform/storage/schema.ts'
import { buildAppContext, type RunningApp } from '../../src/start/build-app-context.ts'
import { pollTasks } from '../../src/stateful/tasks/poll.ts'
import { makePollBackOff } from '../../src/stateful/tasks/poll-back-off.ts'
import { signUp, startGateway, type TestGateway } from './gateway.ts'
import { until } from './until.ts'

/** Unix seconds in the far future. */
const NEVER = 9_000_000_000

export type TaskUser = Awaited<ReturnType<TasksDesk['makeUser']>>
export type TasksDesk = Awaited<ReturnType<typeof openTasksDesk>>

/** A gateway that polls its tasks when a test says so, with a clock that a test may set ahead. */
export async function openTasksDesk(databaseUrl?: string) {
  let app: RunningApp | undefined
  const gateway: TestGateway = await startGateway(databaseUrl, async (...how) => {
    app = await buildAppContext(...how)
    return app
  })
  if (!app) throw new Error('no app was built')
  const running = app
  const { db } = running
  let ahead = 0
  const now = () => running.now() + ahead
  Object.assign(running.relay, { now })
  Object.assign(running.relay.tasks, { now })
  // The gateway's own job would poll at moments of its own.
  await until(
    () =>
      db
        .updateTable('jobs')
        .set({ lease_until: NEVER, lease_holder: 'test' })
        .where('name', '=', 'tasks')
        .where('lease_until', '<', running.now())
        .executeTakeFirstOrThrow(),
    ({ numUpdatedRows }) => numUpdatedRows === 1n,
  )

  return {
    gateway,
    app: running,

    async makeUser(balance = 1_000_000, token: Partial<Token> = {}) {
      const user = await signUp(running, 1)
      await credit(db, { userId: user.id, amount: balance, reference: `grant:test:${user.id}`, now: 1 })
      const [made] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', {
        name: 't',
        unlimited_quota: false,
        remain_quota: balance,
        ...token,
      })
      if (!made) throw new Error('no token')
      const headers = { authorization: `Bearer sk-${made.key}` }
      return {
        ...user,
        tokenId: made.id,
        bearer: `sk-${made.key}`,
        /** Calls the gateway with a JSON body. */
        async call(method: string, path: string, body?: unknown) {
          const response = await fetch(gateway.url + path, {
            method,
            headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          })
          const text = await response.text()
          return { status: response.status, headers: response.headers, body: JSON.parse(text || 'null') }
        },
      }
    },

    /** Sets the relay's clock this many seconds ahead from now on. */
    setAhead(seconds: number) {
      ahead = seconds
    },

    /** Runs the job as if all tasks were due. Returns how many ended. */
    async poll(): Promise<number> {
      for (const table of ['tasks', 'midjourneys'] as const)
        await db.updateTable(table).set({ poll_at: 0 }).where('is_open', '=', 1).execute()
      return this.pollDue()
    },

    /** Runs the job. */
    pollDue: (backOff = makePollBackOff()) => pollTasks(running.relay, backOff, new AbortController().signal),

    rows: (userId: number): Promise<TaskRow[]> =>
      db.selectFrom('tasks').selectAll().where('user_id', '=', userId).orderBy('id').execute(),

    /** A user's balance and usage, by every counter there is. */
    async money(user: { id: number; tokenId: number }) {
      const [owner, token] = await Promise.all([
        db.selectFrom('users').select(['quota', 'used_quota']).where('id', '=', user.id).executeTakeFirstOrThrow(),
        db
          .selectFrom('tokens')
          .select(['remain_quota', 'used_quota'])
          .where('id', '=', user.tokenId)
          .executeTakeFirstOrThrow(),
      ])
      return {
        balance: owner.quota,
        used: owner.used_quota,
        cap: token.remain_quota,
        usedOfToken: token.used_quota,
      }
    },

    async logs(userId: number): Promise<(Log & { parsed: LogOther; code: string })[]> {
      const rows = await db.selectFrom('logs').selectAll().where('user_id', '=', userId).orderBy('id').execute()
      return rows.map(row => ({ ...row, parsed: JSON.parse(row.other || '{}') }) as never) // as the console has it
    },

    /** The books balance, and no quota is held. */
    async expectBalanced(): Promise<void> {
      expect((await auditLedger(db, running.now())).findings).toEqual([])
      const open = await db.selectFrom('tasks').select('held').where('is_open', '=', 0).where('held', '!=', 0).execute()
      expect(open).toEqual([])
      expect([...running.ledger.holds()]).toEqual([])
    },
  }
}
