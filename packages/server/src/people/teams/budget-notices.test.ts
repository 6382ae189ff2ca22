import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Team, TeamInvitation, TeamProject } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { MAILBOX, type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { type PeriodLimit, periodAccountId } from '../../money/ledger/index.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { removeOldNotices } from '../notifications/store.ts'
import { tellOfBudgets } from './budget-notices.ts'

const DAY = 86_400

for (const { kind, open } of databases()) {
  describe(`notices to a team on ${kind}`, () => {
    let database: TestDatabase
    let mailServer: MailServer
    let app: AppContext
    let now = TEST_NOW
    let owner: ConsoleClient
    let member: ConsoleClient
    let team: Team
    let seatId: number
    beforeAll(async () => {
      database = await open()
      mailServer = await startMailServer()
      app = await testApp(database, { now: () => now })
      const options = {
        SMTPServer: '127.0.0.1',
        SMTPPort: mailServer.port,
        SMTPAccount: MAILBOX.user,
        SMTPToken: MAILBOX.password,
        QuotaRemindThreshold: 1_000_000,
      }
      for (const [key, value] of Object.entries(options)) await app.options.set(key, String(value))
    })
    beforeEach(async () => {
      now = TEST_NOW
      const clients = await Promise.all([1, 2, 3].map(() => signedIn(app, endpoints, 'user')))
      const [first, admin, last] = clients as [ConsoleClient, ConsoleClient, ConsoleClient]
      owner = first
      member = last
      team = await done<Team>(owner, 'POST', '/api/team/', { name: 'Crawlers' })
      for (const [by, role] of [[admin, 'admin'] as const, [member, 'member'] as const]) {
        const { code } = await done<TeamInvitation & { code: string }>(owner, 'POST', of('/invitations'), { role })
        await done(by, 'POST', '/api/team/invitation/accept', { code })
      }
      for (const [by, name] of [[owner, 'owner'] as const, [admin, 'admin'] as const, [member, 'member'] as const]) {
        const setting = JSON.stringify({ language: 'en' })
        const change = { email: `${name}@example.org`, setting, username: `${name}-${team.id}` }
        await app.db
          .updateTable('users')
          .set(change)
          .where('id', '=', await idOf(by))
          .execute()
      }
      const joined = app.db.selectFrom('team_members').select('seat_id').where('team_id', '=', team.id)
      seatId = (await joined.where('user_id', '=', await idOf(member)).executeTakeFirstOrThrow()).seat_id
      mailServer.mails.length = 0
    })
    afterAll(async () => {
      await mailServer.stop()
      await database.close()
    })

    async function done<Data>(client: ConsoleClient, method: string, path: string, body?: unknown): Promise<Data> {
      const answer = await client(method, path, { body })
      if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`)
      return answer.data as Data
    }
    const of = (path: string) => `/api/team/${team.id}${path}`
    const idOf = async (client: ConsoleClient) => (await done<{ id: number }>(client, 'GET', '/api/user/self')).id
    const spend = async (limit: Omit<PeriodLimit, 'owner'>, spent: number) => {
      const id = periodAccountId({ owner: 'token', ...limit }, now)
      const row = { id, owner: 'token' as const, owner_id: limit.ownerId, start_day: Math.floor(now / DAY), spent }
      const stored = app.db.insertInto('spending_periods').values(row)
      await stored.onConflict(conflict => conflict.column('id').doUpdateSet({ spent })).execute()
    }
    /** The mails of a round of the job: to whom, and the text. */
    const told = async () => {
      await tellOfBudgets(app)
      await app.notifications.close()
      return mailServer.mails.splice(0).map(({ to, text }) => [to[0], text])
    }

    test('tell its owner and administrators that a member’s budget is used to 80 and to 100 percent, once a period', async () => {
      await done(owner, 'PUT', of(`/members/${await idOf(member)}`), { quota_period: 'month', period_quota: 500_000 })
      await spend({ ownerId: seatId, period: 'month' }, 399_999)
      expect(await told()).toEqual([])
      await spend({ ownerId: seatId, period: 'month' }, 400_000)
      const at80 = `member-${team.id} has used 80 % of their budget of $1.00 in the team “Crawlers”; it starts again at 2027-02-01 00:00 UTC.`
      expect(await told()).toEqual([
        ['owner@example.org', at80],
        ['admin@example.org', at80],
      ])
      now += DAY
      // The clean-up keeps what still counts.
      await removeOldNotices(app.db, now, 100)
      expect(await told()).toEqual([])
      await spend({ ownerId: seatId, period: 'month' }, 500_000)
      expect((await told()).map(([to, text]) => [to, text?.includes('100 %')])).toEqual([
        ['owner@example.org', true],
        ['admin@example.org', true],
      ])
      expect(await told()).toEqual([])
      now += 31 * DAY
      await spend({ ownerId: seatId, period: 'month' }, 450_000)
      expect(await told()).toHaveLength(2)
    })

    test('name the project, and end when it is archived or the member has left', async () => {
      await done(owner, 'POST', of('/projects'), { name: 'Search', quota_period: 'day', period_quota: 500_000 })
      const [project] = await done<[TeamProject]>(owner, 'GET', of('/projects'))
      await done(owner, 'PUT', of(`/members/${await idOf(member)}`), { quota_period: 'day', period_quota: 500_000 })
      await spend({ ownerId: project.id, period: 'day' }, 500_000)
      const text =
        'The project “Search” has used 100 % of its budget of $1.00 in the team “Crawlers”; it starts again at 2027-01-16 00:00 UTC.'
      expect((await told()).map(([, text]) => text)).toEqual([text, text])
      now += DAY
      await spend({ ownerId: project.id, period: 'day' }, 500_000)
      await spend({ ownerId: seatId, period: 'day' }, 500_000)
      await done(owner, 'PUT', of(`/projects/${project.id}`), { is_archived: true })
      await done(member, 'POST', of('/leave'), {})
      expect(await told()).toEqual([])
    })

    test('tell of a low wallet, not the member whose call used it', async () => {
      const charge = async () => {
        app.notifications.afterCharge({ userId: team.id, quotaWarningThreshold: null }, 500_000)
        await app.notifications.close()
        return mailServer.mails.splice(0).map(({ to, text }) => [to[0], text])
      }
      const text =
        'The wallet of the team “Crawlers” is running low: $1.00 is left. Pay in in time to keep its calls going.'
      expect(await charge()).toEqual([
        ['owner@example.org', text],
        ['admin@example.org', text],
      ])
      expect(await charge()).toEqual([])
    })
  })
}
