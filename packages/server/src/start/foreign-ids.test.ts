import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Call, USER_ID_HEADER } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../test/support/app.ts'
import { type ConsoleClient, visitor } from '../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { everyRow } from '../../test/support/every-row.ts'
import { insertRowsOfSomebody, type Somebody } from '../../test/support/rows-of-somebody.ts'
import { credit, type Ledger } from '../money/ledger/index.ts'
import { openTestLedger } from '../money/ledger/testing.ts'
import { testPlan } from '../money/plans/testing.ts'
import { markSetUp } from '../people/setup/store.ts'
import { insertUser } from '../people/users/store.ts'
import { SESSION_COOKIE, startSession } from '../platform/sessions/store.ts'
import { endpoints } from './app.ts'
import type { AppContext } from './app-context.ts'

type Answer = Awaited<ReturnType<ConsoleClient>>
/** No row has these ids. */
const NOBODYS = { number: 999_999, string: 'nobodys' }
const named = ({ method, path }: Call) => `${method} ${path}`
const shapeOf = (schema: Call['body']): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
/** Names of what belongs to somebody; plans and channels belong to the site. */
const isId = (name: string) => /^id$|_id$|^ids$|^token$|^upgrades$/.test(name) && !/^(plan|channel)_id$/.test(name)

const upgrade = (plan_id: number) => ({ plan_id, due: 100 })
const order = (plan_id: number) => ({ plan_id, payment_method: 'zfb' })
/** Bodies that succeed with an id of one's own. */
const BODIES: Record<string, (plan: number, own: number) => object> = {
  'PUT /api/token/': () => ({ name: 'taken', unlimited_quota: true }),
  'POST /api/token/{id}/children': () => ({ name: 'taken', quota: 1 }),
  'PUT /api/token/{id}/frozen': () => ({ frozen: true }),
  'PUT /api/team/{id}': () => ({ name: 'taken' }),
  'PUT /api/team/{id}/owner': (_, own) => ({ user_id: own }),
  'PUT /api/team/{id}/members/{user_id}': () => ({ role: 'admin' }),
  'POST /api/team/{id}/projects': () => ({ name: 'taken' }),
  'PUT /api/team/{id}/projects/{project_id}': () => ({ name: 'taken' }),
  'POST /api/team/{id}/invitations': () => ({ role: 'member' }),
  'POST /api/team/{id}/deposit': () => ({ quota: 1 }),
  'POST /api/team/{id}/tokens': () => ({ name: 'taken' }),
  'PUT /api/team/{id}/tokens/{token_id}': () => ({ name: 'taken' }),
  'POST /api/team/{id}/plans': plan_id => ({ plan_id }),
  'POST /api/team/{id}/plans/order': order,
  'POST /api/team/{id}/plans/{subscription_id}/upgrade': upgrade,
  'PUT /api/team/{id}/plans/{subscription_id}': () => ({ renews: true }),
  'POST /api/subscription/self/order': order,
  'POST /api/subscription/self/{id}/upgrade': upgrade,
  'PUT /api/subscription/self/{id}': () => ({ renews: true }),
  'PUT /api/user/passkey/{id}': () => ({ name: 'taken' }),
}
/** Parameters that are no ids. */
const NOT_IDS = new Set(['DELETE /api/user/identities/{provider}'])

for (const { kind, open } of databases()) {
  describe(`ids of somebody else (${kind})`, () => {
    let database: TestDatabase
    let ledger: Ledger
    let app: AppContext
    let client: ConsoleClient
    let plan: number
    let own: Somebody
    let theirs: Awaited<ReturnType<typeof insertRowsOfSomebody>>
    /** The values of parameters that are the caller's. */
    let ownParams: Record<string, number>
    /** What each place answers to ids of nobody. */
    const answers = new Map<Place, { number: Answer; string: Answer }>()
    /** All rows, as they are after the last place. */
    let known: Awaited<ReturnType<typeof everything>>
    beforeAll(async () => {
      database = await open()
      ledger = await openTestLedger(database.storage)
      // Somebody who tries many ids is stopped sooner.
      const rateLimiter = { take: () => 0, giveBack: () => undefined }
      app = await testApp(database, { ledger, rateLimiter: rateLimiter as unknown as AppContext['rateLimiter'] })
      await markSetUp(app.db, app.version, TEST_NOW)
      plan = (await testPlan(app.db, { price: 100 })).id
      const dearer = (await testPlan(app.db, { price: 200, name: 'dearer' })).id
      const userId = await insertUser(app.db, { username: 'ben', aff_code: 'ben', created_at: TEST_NOW })
      await credit(app.db, { userId, amount: 1_000_000, reference: 'grant:test:1', now: TEST_NOW })
      const session = await startSession(app.db, { userId, now: TEST_NOW, ip: '192.0.2.1', userAgent: 'test' })
      client = visitor(app, endpoints, { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(userId) })
      const made = async (path: string, body: object) => {
        const answer = await client('POST', path, { body })
        if (!answer.success) throw new Error(`${path}: ${answer.message}`)
        return ((Array.isArray(answer.data) ? answer.data[0] : answer.data) as { id?: number } | null)?.id ?? 0
      }
      const teamId = await made('/api/team/', { name: 'own' })
      await made(`/api/team/${teamId}/deposit`, { quota: 10_000 })
      own = { userId, teamId }
      ownParams = {
        id: teamId,
        user_id: userId,
        subscription_id: await made(`/api/team/${teamId}/plans`, { plan_id: plan }),
        token_id: await made(`/api/team/${teamId}/tokens`, { name: 'own' }),
        invitation_id: await made(`/api/team/${teamId}/invitations`, { role: 'member' }),
      }
      await made(`/api/team/${teamId}/projects`, { name: 'own' })
      const [project] = (await client('GET', `/api/team/${teamId}/projects`)).data as [{ id: number }]
      ownParams.project_id = project.id
      plan = dearer
      theirs = await insertRowsOfSomebody(app.db)
      // These may change what is the caller's own, so they come before the first look at all rows.
      for (const place of places)
        answers.set(place, { number: await send(place, NOBODYS.number), string: await send(place, NOBODYS.string) })
      known = await everything()
    }, 60_000)
    afterAll(async () => {
      await ledger.close()
      await database.close()
    })

    const everything = () => everyRow(app.db, table => table !== 'nodes')

    interface Place {
      call: Call
      part: 'params' | 'query' | 'body'
      name: string
    }
    const places: Place[] = endpoints
      .map(({ call }): Call => call)
      .filter(call => call.access === 'user' && !NOT_IDS.has(named(call)))
      .flatMap(call =>
        (['params', 'query', 'body'] as const).flatMap(part =>
          shapeOf(call[part])
            .filter(isId)
            .map(name => ({ call, part, name })),
        ),
      )

    /** Sends a call with an id in this place, and what is the caller's own elsewhere. */
    function send({ call, part, name }: Place, id: string | number) {
      const own_ = (param: string) => (part === 'params' && param === name ? id : (ownParams[param] ?? 1))
      const path = call.path.replace(/\{(\w+)\}/g, (_, param) => encodeURIComponent(own_(param)))
      const needed = { plan_id: plan, start_timestamp: 0, end_timestamp: 3600, by: 'token', log_id: 1 }
      const query = new URLSearchParams(
        Object.entries(needed).flatMap(([name, value]) =>
          shapeOf(call.query).includes(name) ? [[name, `${value}`]] : [],
        ),
      )
      if (part === 'query' && /^(member|project)_id$/.test(name)) query.set('team_id', String(own.teamId))
      if (part === 'query') query.set(name, String(id))
      const body = {
        ...BODIES[named(call)]?.(plan, own.userId),
        ...(part === 'body' && { [name]: name === 'ids' ? [id] : id }),
      }
      return client(call.method, `${path}?${query}`, call.method === 'GET' || !call.body ? {} : { body })
    }

    test('are known: every table with an owner has rows of theirs', () => {
      expect(theirs.ids.length).toBeGreaterThan(50)
      expect(places.length).toBeGreaterThan(90)
      for (const name of ['params', 'query', 'body'] as const)
        expect(places.some(({ part }) => part === name)).toBe(true)
    })

    test.each(places.map(place => [`${named(place.call)} ${place.name}`, place] as const))(
      'of %s get the answer of an unknown one, and change nothing',
      async (_, place) => {
        const unknown = answers.get(place) as { number: Answer; string: Answer }
        expect(unknown.number.status).toBeLessThan(500)
        if (place.name === 'id') expect(unknown.number.success).toBe(false)
        expect(unknown.number.code ?? '').not.toMatch(/^input_invalid$|needs?_|confirmation|rate/)
        const answered: object[] = []
        for (const id of theirs.ids) answered.push({ id, ...(await send(place, id)) })
        // Reading all tables takes most of the time, so each place is compared with the one before it.
        const before = known
        known = await everything()
        expect(answered).toEqual(theirs.ids.map(id => ({ id, ...unknown[typeof id as 'number' | 'string'] })))
        expect(known).toEqual(before)
      },
      60_000,
    )
  })
}
