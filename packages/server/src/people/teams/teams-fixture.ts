import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Team, TeamInvitation, TeamMember, TeamProject, Token } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { audit } from '../../money/ledger/audit.ts'
import { credit, type Ledger } from '../../money/ledger/index.ts'
import { consumeRow, newHold, openTestLedger } from '../../money/ledger/testing.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

/** What the owner and the member of a new team have. */
export const BALANCE = 10_000

/** A new team with an owner, an administrator and a member, and somebody who is not in it. */
interface Crew {
  app: AppContext
  ledger: Ledger
  owner: ConsoleClient
  admin: ConsoleClient
  member: ConsoleClient
  stranger: ConsoleClient
  ownerId: number
  adminId: number
  memberId: number
  team: Team
}

type TestOfTeam = (title: string, body: (crew: Crew) => Promise<void>) => void

/**
 * Describes something of teams on each database. Every test has a new team; the other functions act on it. After each test the books
 * balance.
 */
export function describeTeams(what: string, tests: (test: TestOfTeam, acts: ReturnType<typeof actsOn>) => void): void {
  for (const { kind, open } of databases())
    describe(`${what} on ${kind}`, () => {
      let database: TestDatabase
      let crew: Crew
      const clock = { now: TEST_NOW }
      beforeAll(async () => {
        database = await open()
        const ledger = await openTestLedger(database.storage)
        const app = await testApp(database, { ledger, now: () => clock.now })
        crew = { app, ledger } as Crew
      })
      beforeEach(async () => {
        clock.now = TEST_NOW
        crew = await newCrew(crew)
      })
      afterEach(async () => expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([]))
      afterAll(async () => {
        await crew.ledger.close()
        await database.close()
      })
      tests(
        (title, body) => test(title, () => body(crew)),
        actsOn(() => crew, clock),
      )
    })
}

async function newCrew({ app, ledger }: Crew): Promise<Crew> {
  const person = () => signedIn(app, endpoints, 'user')
  const [owner, admin, member, stranger] = await Promise.all([person(), person(), person(), person()])
  const [ownerId, adminId, memberId] = [await idOf(owner), await idOf(admin), await idOf(member)]
  const now = app.now()
  for (const userId of [ownerId, memberId])
    await credit(app.db, { userId, amount: BALANCE, reference: `grant:test:${userId}`, now })
  const team = await done<Team>(owner, 'POST', '/api/team/', { name: 'Crawlers' })
  const crew = { app, ledger, owner, admin, member, stranger, ownerId, adminId, memberId, team }
  const { invited } = actsOn(() => crew)
  await done(admin, 'POST', '/api/team/invitation/accept', { code: (await invited({ role: 'admin' })).code })
  await done(member, 'POST', '/api/team/invitation/accept', { code: (await invited()).code })
  return crew
}

const sent = (client: ConsoleClient, method: string, path: string, body?: unknown) => client(method, path, { body })
async function done<Data>(...call: Parameters<typeof sent>): Promise<Data> {
  const answer = await sent(...call)
  if (!answer.success) throw new Error(`${call[1]} ${call[2]}: ${answer.message}`)
  return answer.data as Data
}
const codeOf = async (...call: Parameters<typeof sent>) => (await sent(...call)).code
const idOf = async (client: ConsoleClient) => (await done<{ id: number }>(client, 'GET', '/api/user/self')).id

function actsOn(crew: () => Crew, clock = { now: TEST_NOW }) {
  const of = (path: string) => `/api/team/${crew().team.id}${path}`
  const invited = (form: object = {}, by = crew().owner) =>
    done<TeamInvitation & { code: string }>(by, 'POST', of('/invitations'), form)
  const account = (id: number) =>
    crew().app.db.selectFrom('users').select(['quota', 'owed', 'leased']).where('id', '=', id).executeTakeFirstOrThrow()
  const projects = (by = crew().owner) => done<TeamProject[]>(by, 'GET', of('/projects'))
  const seatOf = async (userId: number) => {
    const { app, team } = crew()
    const seats = app.db.selectFrom('team_members').select('seat_id').where('team_id', '=', team.id)
    return (await seats.where('user_id', '=', userId).executeTakeFirstOrThrow()).seat_id
  }
  const payerOf = (token: Token) => ({ userId: crew().team.id, tokenId: token.id, channelId: 0 })
  return {
    /** The time of the app. */
    clock,
    sent,
    done,
    codeOf,
    idOf,
    of,
    logOf: (path: string) => `/api/log/self${path}?team_id=${crew().team.id}`,
    invited,
    account,
    quotaOf: async (id: number) => (await account(id)).quota,
    deposit: (quota: number, by = crew().owner) => sent(by, 'POST', of('/deposit'), { quota }),
    async makeToken(by = crew().member, form: object = {}) {
      const wanted = { name: 'agent', unlimited_quota: true, ...form }
      return (await done<[Token]>(by, 'POST', of('/tokens'), wanted))[0]
    },
    async removedMember() {
      const former = await signedIn(crew().app, endpoints, 'user')
      await done(former, 'POST', '/api/team/invitation/accept', { code: (await invited()).code })
      await done(crew().owner, 'DELETE', of(`/members/${await idOf(former)}`))
      return former
    },
    projects,
    async makeProject(form: object = {}) {
      await done(crew().admin, 'POST', of('/projects'), { name: 'Search', ...form })
      return (await projects()).at(-1) as TeamProject
    },
    members: (by = crew().owner) => done<TeamMember[]>(by, 'GET', of('/members')),
    seatOf,
    /** Holds quota as the relay does, for a token of a member with a daily budget. */
    holdOf: async (token: Token, quota: number, isLimited = false) => ({
      ...newHold(payerOf(token), quota),
      ...(isLimited && {
        periods: [{ owner: 'token' as const, ownerId: await seatOf(token.member_id), period: 'day' as const }],
      }),
    }),
    settle({ requestId }: { requestId: string }, token: Token, quota: number) {
      const log = consumeRow(payerOf(token), quota)
      return crew().ledger.settle({ requestId, quota, channelId: 0, log })
    },
  }
}
