import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  LOG_TYPE,
  type Log,
  type Page,
  type Refund,
  type RefundBatch,
  ROLE,
  type Token,
  type User,
} from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import type { Db } from '../../platform/storage/db.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

const MODEL = 'test-model'
/** The cost of every call, with a ratio of 1. */
const COST = 1_000
const REASON = 'the channel answered with nonsense'

/** An answer with this many tokens in total. */
const answer = () => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: MODEL,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: COST - 10, completion_tokens: 10, total_tokens: COST },
})

for (const { kind, open } of databases())
  describe(`refunds on ${kind}`, () => {
    let database: TestDatabase
    let gateway: TestGateway
    let db: Db
    let upstream: WireUpstream
    let member: User
    let token: Token
    beforeAll(async () => {
      database = await open()
      gateway = await startGateway(database.place.DATABASE_URL, async environment => {
        const app = await buildAppContext(environment)
        db = app.db
        return app
      })
      upstream = startWireUpstream(answer)
      await gateway.makeChannel({ base_url: upstream.url })
      await gateway.setOption('ModelRatio', JSON.stringify({ [MODEL]: 1 }))
      await gateway.setOption('CompletionRatio', JSON.stringify({ [MODEL]: 1 }))
      member = await post<User>('/api/user/', { username: 'member', password: 'correct horse' })
      await post(`/api/user/${member.id}/quota`, { mode: 'override', value: 100_000 })
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const post = <Data>(path: string, body: object = {}) => gateway.consoleCall<Data>('POST', path, body)
    const get = <Data>(path: string) => gateway.consoleCall<Data>('GET', path)
    const account = (id = member.id) => get<User>(`/api/user/${id}`)
    const findings = () => get<unknown[]>('/api/audit')

    /** Signs the member in, makes a token with a cap, and returns a function that calls with it. */
    async function caller() {
      const login = await fetch(`${gateway.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'member', password: 'correct horse' }),
      })
      const headers = {
        cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '',
        'new-api-user': String(member.id),
        'content-type': 'application/json',
        'accept-language': 'en',
      }
      const own = async <Data>(method: string, path: string, body?: object) => {
        const response = await fetch(gateway.url + path, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        })
        return (await response.json()) as { success: boolean; code?: string; message: string; data: Data }
      }
      const made = await own<Token[]>('POST', '/api/token/', {
        name: 't',
        remain_quota: 50_000,
        unlimited_quota: false,
      })
      token = made.data[0] as Token
      const key = `sk-${token.key}`
      const call = async (headers: Record<string, string> = {}) => {
        const response = await fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 }),
        })
        expect(response.status).toBe(200)
        await response.json()
        const rows = await until(
          () => gateway.logsOf(response),
          rows => rows.some(row => row.type === LOG_TYPE.consume),
        )
        return rows[0] as Log
      }
      return { own, call }
    }

    test('return a part of a charge to user, token and channel, with a reason that the user sees', async () => {
      const { own, call } = await caller()
      const row = await call()
      const before = await account()
      const refund = await post<Refund>('/api/refund/', { log_id: row.id, quota: 300, reason: REASON })
      expect(refund).toMatchObject({ log_id: row.id, quota: 300, reason: REASON, actor_name: 'root', undone_at: 0 })
      const after = await account()
      expect(after.quota - before.quota).toBe(300)
      expect(after.used_quota - before.used_quota).toBe(-300)
      const { data: tokens } = await own<Page<Token>>('GET', '/api/token/')
      const left = tokens.items.find(({ id }) => id === token.id)
      expect([left?.remain_quota, left?.used_quota]).toEqual([50_000 - COST + 300, COST - 300])
      const { data: log } = await own<Page<Log>>('GET', '/api/log/self?page_size=1')
      expect(log.items[0]?.content).toBe(
        `root gave back $0.0006 (300 quota) of call ${row.request_id} (${MODEL}): ${REASON}`,
      )
      expect((await own<Refund[]>('GET', `/api/refund/self?log_id=${row.id}`)).data).toEqual([refund])
      expect(await findings()).toEqual([])
    })

    test('never exceed the charge, however often they are requested, even at once', async () => {
      const { call } = await caller()
      const row = await call()
      const before = (await account()).quota
      const ask = (quota?: number) =>
        post<Refund>('/api/refund/', { log_id: row.id, quota, reason: REASON }).then(
          ({ quota }) => quota,
          (error: Error) => error.message.split(': ')[1],
        )
      expect(await ask(COST + 1)).toBe('At most 1000 quota is left to give back of this call')
      const answers = await Promise.all([ask(400), ask(400), ask(400), ask(400)])
      expect(answers.filter(answer => answer === 400)).toHaveLength(2)
      expect(await ask()).toBe(COST - 800)
      expect(await ask()).toBe('This call has been given back in full')
      expect((await account()).quota - before).toBe(COST)
      expect(await findings()).toEqual([])
    })

    test('find the charge of a call whose client gave it another call’s id', async () => {
      const { call } = await caller()
      const dear = await call()
      const forged = await call({ 'x-request-id': dear.request_id })
      expect(forged.request_id).toBe(dear.request_id)
      const rows = await gateway.logsOf(dear.request_id)
      for (const { id } of rows.filter(row => row.type === LOG_TYPE.consume))
        expect((await post<Refund>('/api/refund/', { log_id: id, reason: REASON })).quota).toBe(COST)
      expect(await findings()).toEqual([])
    })

    test('are refused for rows that are not calls, and to ordinary users', async () => {
      const { own, call } = await caller()
      const row = await call()
      const refused = await own('POST', '/api/refund/', { log_id: row.id, reason: REASON })
      expect(refused.success).toBe(false)
      const [act] = (await get<Page<Log>>(`/api/log/?type=${LOG_TYPE.manage}&page_size=1`)).items
      const ask = (log_id: number, reason = REASON) => post('/api/refund/', { log_id, reason })
      expect(ask(act?.id ?? 0)).rejects.toThrow('Only charged calls can be refunded')
      expect(ask(999_999_999)).rejects.toThrow()
      expect(ask(row.id, ' ')).rejects.toThrow()
      expect((await own<Refund[]>('GET', `/api/refund/self?log_id=${row.id}`)).data).toEqual([])
    })

    test('by a filter are previewed, made in the background, and can be undone once', async () => {
      const { call } = await caller()
      const rows = [await call(), await call(), await call()]
      await post('/api/refund/', { log_id: rows[0]?.id, quota: 250, reason: REASON })
      const before = await account()
      const now = Math.floor(Date.now() / 1000)
      const filters = { start_timestamp: now - 3_600, end_timestamp: now + 3_600, token_id: token.id }
      expect(await post<object>('/api/refund/batch/preview', filters)).toEqual({
        calls: 3,
        users: 1,
        quota: 3 * COST - 250,
      })

      const { id, total } = await post<RefundBatch>('/api/refund/batch/', { ...filters, reason: REASON })
      expect(total).toBe(3)
      const batch = () =>
        get<Page<RefundBatch>>('/api/refund/batch/').then(({ items }) => items.find(one => one.id === id))
      const done = await until(batch, one => one?.state === 'done')
      expect(done).toMatchObject({ calls: 3, handled: 3, quota: 3 * COST - 250 })
      expect((await account()).quota - before.quota).toBe(3 * COST - 250)
      expect((await post<RefundBatch>('/api/refund/batch/preview', filters)).quota).toBe(0)
      expect(await findings()).toEqual([])

      await post(`/api/refund/batch/${id}/undo`)
      await until(batch, one => one?.state === 'undone')
      expect((await account()).quota).toBe(before.quota)
      expect((await account()).used_quota).toBe(before.used_quota)
      expect(post(`/api/refund/batch/${id}/undo`)).rejects.toThrow('Only a finished refund can be taken back')
      expect(await findings()).toEqual([])
      const refunds = await get<Refund[]>(`/api/refund/?log_id=${rows[1]?.id}`)
      expect(refunds.map(({ undone_at }) => undone_at > 0)).toEqual([true])
    })

    test('of a batch are taken back by no lower role, and of no user whose role is not lower; the log says by whom', async () => {
      const { call } = await caller()
      const { id: log_id } = await call()
      const admin = await signUp({ db }, ROLE.admin)
      const now = Math.floor(Date.now() / 1000)
      const filters = { start_timestamp: now - 3_600, end_timestamp: now + 3_600, token_id: token.id, reason: REASON }
      const undo = (id: number, by: Pick<typeof admin, 'consoleCall'> = admin) =>
        by.consoleCall<RefundBatch>(gateway.url, 'POST', `/api/refund/batch/${id}/undo`).then(
          () => 'begun',
          (error: Error) => error.message.split(': ')[1],
        )
      const done = (id: number, state = 'done') =>
        until(
          async () => (await get<Page<RefundBatch>>('/api/refund/batch/')).items.find(one => one.id === id),
          one => one?.state === state,
        )
      const ofRoot = await post<RefundBatch>('/api/refund/batch/', filters)
      await done(ofRoot.id)
      const before = (await account()).quota
      expect(await undo(ofRoot.id)).toStartWith('This refund was made by somebody of a higher role')
      await post(`/api/refund/batch/${ofRoot.id}/undo`)
      await done(ofRoot.id, 'undone')

      const ofAdmin = await admin.consoleCall<RefundBatch>(gateway.url, 'POST', '/api/refund/batch/', filters)
      await done(ofAdmin.id)
      const other = await signUp({ db }, ROLE.admin)
      const refused = async () => {
        for (const by of [admin, other])
          expect(await undo(ofAdmin.id, by)).toBe('Only calls of users of a lower role can be refunded')
        const again = admin.consoleCall(gateway.url, 'POST', '/api/refund/', { log_id, reason: REASON })
        expect((await rejection(again)).message).toEndWith('Only calls of users of a lower role can be refunded')
        expect((await account()).quota).toBe(before)
      }
      await db.updateTable('users').set({ role: ROLE.admin }).where('id', '=', member.id).execute()
      await refused()
      await db.updateTable('users').set({ role: ROLE.user }).where('id', '=', member.id).execute()
      // A team has the highest rank of its members.
      for (const role of ['owner', 'member'] as const) {
        const joined = { team_id: member.id, user_id: admin.id, role, seat_id: 0, joined_at: 1 }
        await db.insertInto('team_members').values(joined).execute()
        await refused()
        await db.deleteFrom('team_members').where('team_id', '=', member.id).execute()
      }
      expect(await undo(ofAdmin.id, other)).toBe('begun')
      await done(ofAdmin.id, 'undone')
      expect((await account()).quota).toBe(before - COST)
      const [row] = (await get<Page<Log>>(`/api/log/?type=${LOG_TYPE.manage}&page_size=1&username=member`)).items
      const { username } = await get<User>(`/api/user/${other.id}`)
      expect(row?.content).toStartWith(`${username} took back a refund`)
      expect(await findings()).toEqual([])
    })

    test('by a filter that matches no call are refused', () => {
      const filters = { start_timestamp: 1, end_timestamp: 2 }
      expect(post('/api/refund/batch/', { ...filters, reason: REASON })).rejects.toThrow(
        'No charged call passes this filter',
      )
      expect(post('/api/refund/batch/preview', {})).rejects.toThrow()
    })

    test('pay a debt first, and an undone one that the wallet cannot pay becomes a debt again', async () => {
      const { call } = await caller()
      const row = await call()
      await post(`/api/user/${member.id}/quota`, { mode: 'override', value: 0 })
      const now = Math.floor(Date.now() / 1000)
      const filters = { start_timestamp: now - 3_600, end_timestamp: now + 3_600, token_id: token.id }
      const { id } = await post<RefundBatch>('/api/refund/batch/', { ...filters, reason: REASON })
      const batch = () =>
        get<Page<RefundBatch>>('/api/refund/batch/').then(({ items }) => items.find(one => one.id === id))
      await until(batch, one => one?.state === 'done')
      expect((await account()).quota).toBe(COST)
      await post(`/api/user/${member.id}/quota`, { mode: 'override', value: 0 })
      await post(`/api/refund/batch/${id}/undo`)
      await until(batch, one => one?.state === 'undone')
      expect(await account()).toMatchObject({ quota: 0, owed: COST })
      // The call is refunded again, which only pays its debt.
      await post('/api/refund/', { log_id: row.id, reason: REASON })
      expect(await account()).toMatchObject({ quota: 0, owed: 0 })
      expect(await findings()).toEqual([])
    })
  })
