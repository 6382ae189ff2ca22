import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, type Token } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { callWorker } from '../../../test/support/call-worker.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { DOORS, makeDoorChannels, readsMuch, tooLittleAt } from '../../../test/support/doors.ts'
import { type Operator, setUpGateway, signUp } from '../../../test/support/gateway.ts'
import { type GatewayProcess, MAIN, mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { untilEachNoted } from '../../../test/support/noted.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import { connectionsOf, isListening, workersOf } from '../../../test/support/workers-of.ts'
import { audit } from '../../money/ledger/audit.ts'
import { credit } from '../../money/ledger/index.ts'

const PRICE_DOLLARS = 0.01
const PRICE_QUOTA = 5_000
const CALLS = 150
const AFFORDABLE = 20
/** More than a short call holds: at least 500 tokens for its input and up to 100 for its answer. */
const SHORT_HOLD = 700
const START_PATIENCE_MS = 120_000
const PATIENCE_MS = 120_000

const CHAT = '/v1/chat/completions'
const asked = (model: string, more: object = {}) => ({ model, messages: [{ role: 'user', content: 'Hi' }], ...more })

/** Answers with the usage that the request's `user` asks for. */
function counted({ path, body }: { path: string; body: string }): Response {
  if (!path.endsWith('/chat/completions')) return readsMuch({ path })
  const { model, user } = JSON.parse(body) as { model: string; user?: string }
  if (model !== 'counted') return readsMuch({ path })
  const [prompt_tokens, completion_tokens] = [Number(user ?? 10), 10]
  const message = { role: 'assistant', content: 'Hello' }
  return Response.json({
    id: 'c',
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  })
}

for (const { kind, open } of databases())
  for (const workers of [1, 2]) {
    /** Starts the process with its upstreams; `program` as in `startGatewayProcess`. */
    async function startSite(program: string[]) {
      const database: TestDatabase = await open()
      const held: HeldUpstream = await startHeldUpstream()
      const wire: WireUpstream = startWireUpstream(counted)
      const port = await freePort()
      const environment = { WORKERS: String(workers), DRAIN_SECONDS: '60' }
      const gateway: GatewayProcess = await startGatewayProcess(database.place, port, { program, environment })
      await until(
        async () => workersOf(gateway.pid),
        pids => workers === 1 || (pids.length === workers && pids.every(pid => isListening(pid, port))),
        START_PATIENCE_MS,
      )
      const operator: Operator = await setUpGateway(gateway.url)
      await makeDoorChannels(operator, wire.url)
      await operator.makeChannel({ base_url: held.url, models: 'held,held-by-call' })
      await operator.makeChannel({ base_url: wire.url, models: 'counted' })
      const ratios = { chat: 1, responses: 1, messages: 1, gemini: 1, vectors: 1, counted: 1, held: 1 }
      await operator.setOption('ModelRatio', JSON.stringify(ratios))
      await operator.setOption('CompletionRatio', JSON.stringify(ratios))
      await operator.setOption('ModelPrice', JSON.stringify({ 'held-by-call': PRICE_DOLLARS }))
      const { db } = database.storage
      return {
        database,
        gateway,
        held,
        wire,
        port,
        operator,
        /** The serving processes: the workers, or the only process. */
        serving: () => (workers === 1 ? [gateway.pid] : workersOf(gateway.pid)),

        /** Makes a user with a balance and a token that no worker knows yet. */
        async makePayer(balance: number, token: Partial<Token> = { unlimited_quota: true }) {
          const user = await signUp({ db }, 1)
          await credit(db, { userId: user.id, amount: balance, reference: `grant:test:${user.id}`, now: 1 })
          const form = { name: 'a', ...token }
          const [made] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', form)
          if (!made) throw new Error('no token')
          return { ...user, bearer: `sk-${made.key}` }
        },

        account: (id: number) =>
          db.selectFrom('users').select(['quota', 'owed', 'used_quota']).where('id', '=', id).executeTakeFirstOrThrow(),

        rowsOf: (id: number) =>
          db
            .selectFrom('logs')
            .select(['request_id', 'type', 'quota', 'error_code', 'other'])
            .where('user_id', '=', id)
            .where('type', 'in', [LOG_TYPE.consume, LOG_TYPE.error])
            .execute(),

        findings: () => audit(database.storage, Math.floor(Date.now() / 1000)),

        async stop() {
          await gateway.kill()
          await held.stop()
          await wire.stop()
          await database.close()
        },
      }
    }
    type Site = Awaited<ReturnType<typeof startSite>>

    /** Uses a new connection, so that any worker may get it. Returns the status and the error code. */
    async function post({ gateway }: Site, bearer: string, path: string, body: object | string, id?: string) {
      const response = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, connection: 'close', ...(id && { 'x-request-id': id }) },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await response.text()
      return `${response.status} ${response.ok ? 'ok' : (JSON.parse(text).error?.code ?? JSON.parse(text).error?.type)}`
    }

    /** The same, at one serving process. */
    async function postTo(site: Site, pid: number, bearer: string, body: object) {
      if (workers === 1) return post(site, bearer, CHAT, body)
      const { gateway, port } = site
      const { status, text } = await callWorker({ pid: gateway.pid, port }, pid, { path: CHAT, bearer, body })
      return `${status} ${status === 200 ? 'ok' : (/"code":"(\w+)"/.exec(text)?.[1] ?? text)}`
    }

    const howMany = (answers: readonly string[]) =>
      Object.fromEntries([...Map.groupBy(answers, answer => answer)].map(([answer, all]) => [answer, all.length]))

    describe(`money behind ${workers} ${workers === 1 ? 'process' : 'workers'} on ${kind}`, () => {
      let site: Site
      beforeAll(async () => {
        site = await startSite([MAIN])
      }, START_PATIENCE_MS)
      afterAll(async () => {
        expect(await site.findings()).toEqual([])
        await site.stop()
      })

      afterEach(async () => {
        // A failed test leaves running calls.
        await until(
          async () => {
            site.held.goOn()
            return site.held.held()
          },
          held => held === 0,
          PATIENCE_MS,
        )
      })

      test.each([
        ['balance', 'user_quota_insufficient', (money: number) => [money, {}] as const],
        [
          'cap',
          'token_quota_insufficient',
          (money: number) => [money * 2, { unlimited_quota: false, remain_quota: money }] as const,
        ],
      ])(
        `of a ${'%s'} for ${AFFORDABLE} calls serves ${AFFORDABLE} of ${CALLS} at once`,
        async (_, code, purse) => {
          const [balance, token] = purse(AFFORDABLE * PRICE_QUOTA)
          const payer = await site.makePayer(balance, { unlimited_quota: true, ...token })
          const answered: string[] = []
          const body = asked('held-by-call', { stream: true })
          const note = async (answer: Promise<string>) => answered.push(await answer.catch(String))
          // Each process gets a part of the money before the next is called.
          const serving = site.serving()
          const calls = serving.map(pid => note(postTo(site, pid, payer.bearer, body)))
          await until(
            async () => ({ held: site.held.held(), answered }),
            ({ held }) => held === serving.length,
            PATIENCE_MS / 4,
          )
          while (calls.length < CALLS) calls.push(note(post(site, payer.bearer, CHAT, body)))
          await until(
            async () => ({ held: site.held.held(), refused: answered.length }),
            ({ held, refused }) => held === AFFORDABLE && refused === CALLS - AFFORDABLE,
            PATIENCE_MS / 2,
          )
          expect(howMany(answered)).toEqual({ [`403 ${code}`]: CALLS - AFFORDABLE })
          site.held.goOn()
          await Promise.all(calls)
          expect(howMany(answered)).toEqual({ [`403 ${code}`]: CALLS - AFFORDABLE, '200 ok': AFFORDABLE })
          const paid = AFFORDABLE * PRICE_QUOTA
          expect(await site.account(payer.id)).toEqual({ quota: balance - paid, owed: 0, used_quota: paid })
        },
        PATIENCE_MS,
      )

      test(
        `refuses no call while ${CALLS} short ones leave enough money`,
        async () => {
          const balance = AFFORDABLE * SHORT_HOLD
          const payer = await site.makePayer(balance)
          const body = asked('counted', { max_tokens: 20 })
          const all = () => Promise.all(Array.from({ length: CALLS }, () => post(site, payer.bearer, CHAT, body)))
          const served = (answers: string[]) => answers.filter(answer => answer === '200 ok').length
          expect(served(await all())).toBeGreaterThanOrEqual(AFFORDABLE)
          // The rest pays for one call after another until none fits.
          const dearer = asked('counted', { max_tokens: 20, user: '90' })
          const isServed = async () => (await post(site, payer.bearer, CHAT, dearer)) === '200 ok'
          while ((await site.account(payer.id)).quota >= SHORT_HOLD) expect(await isServed()).toBe(true)
          const { quota, owed, used_quota } = await site.account(payer.id)
          expect({ owed, sum: quota + used_quota }).toEqual({ owed: 0, sum: balance })
          const rows = await site.rowsOf(payer.id)
          expect(rows.filter(({ other }) => other?.includes('uncollected'))).toEqual([])
        },
        PATIENCE_MS,
      )

      test(
        'counts a debt made at one against calls at the other, and collects it when quota returns',
        async () => {
          const [balance, cost] = [20_000, 50_000]
          const payer = await site.makePayer(balance)
          const [one = 0, other = one] = site.serving()
          const at = (worker: number, body: object) => postTo(site, worker, payer.bearer, body)
          const short = asked('counted', { max_tokens: 20 })

          let answered = ''
          const running = at(other, asked('held', { stream: true, max_tokens: 100 })).then(
            answer => (answered = answer),
          )
          await until(
            async () => ({ held: site.held.held(), answered }),
            ({ held }) => held === 1,
            PATIENCE_MS / 4,
          )
          expect(await at(other, short)).toBe('200 ok')
          expect(await at(one, asked('counted', { max_tokens: 5, user: String(cost) }))).toBe('200 ok')
          const owing = await until(
            () => site.account(payer.id),
            ({ owed }) => owed > 0,
          )
          // The running call holds all that is left.
          expect(owing.quota).toBeLessThan(SHORT_HOLD)
          for (const worker of [one, other]) expect(await at(worker, short)).toBe('403 user_quota_insufficient')

          site.held.goOn()
          expect(await running).toBe('200 ok')
          const spent = await until(
            () => site.account(payer.id),
            ({ quota }) => quota === 0,
          )
          expect(spent.owed).toBe(spent.used_quota - balance)

          const [key] = await site.operator.consoleCall<string[]>('POST', '/api/redemption/', {
            name: 'a',
            count: 1,
            quota: spent.owed + 1_000,
          })
          await payer.consoleCall(site.gateway.url, 'POST', '/api/user/topup', { key })
          expect(await site.account(payer.id)).toMatchObject({ quota: 1_000, owed: 0 })
          for (const worker of [one, other]) expect(await at(worker, short)).toBe('200 ok')
        },
        PATIENCE_MS,
      )

      test.each(DOORS.filter((_, index) => index % 8 === 0))(
        'cannot be exceeded: %s of %s: %j',
        async (path, model, body) => {
          const payer = await site.makePayer(1_000_000, { unlimited_quota: false, remain_quota: 20_000 })
          const before = site.wire.requests.length
          const request = typeof body === 'string' ? body : { model, max_tokens: 50, ...body }
          const calls = Array.from({ length: AFFORDABLE }, () => post(site, payer.bearer, path, request))
          const statuses = (await Promise.all(calls)).map(answer => answer.slice(0, 3))
          expect(howMany(statuses)).toEqual({ [tooLittleAt(path)]: AFFORDABLE })
          expect(site.wire.requests.length).toBe(before)
        },
        PATIENCE_MS,
      )
    })

    // If a site has one process, no other can give it up.
    describe.skipIf(workers === 1)(`one of ${workers} workers that is frozen, on ${kind}`, () => {
      let site: Site
      beforeAll(async () => {
        site = await startSite(mortalGateway())
      }, START_PATIENCE_MS)
      afterAll(() => site.stop())

      test(
        'and resumed charges its calls once, and no row says that they were refunded',
        async () => {
          const payer = await site.makePayer(10_000_000)
          const [frozen = 0, awake = 0] = site.serving()
          const { db } = site.database.storage
          const nodes = () => db.selectFrom('nodes').select('id').execute()
          const ids = Array.from({ length: 32 }, (_, index) => `frozen-${index}-${crypto.randomUUID()}`)
          const calls = ids.map(id => post(site, payer.bearer, CHAT, asked('held', { stream: true }), id))
          await until(
            async () => site.held.held(),
            count => count === ids.length,
            PATIENCE_MS / 4,
          )
          await untilEachNoted(site.database.place.DATA_DIR, ids)
          const atFrozen = connectionsOf(frozen, site.port)
          expect(atFrozen).toBeGreaterThan(0)
          const before = await nodes()

          process.kill(frozen, 'SIGSTOP')
          await until(nodes, left => left.length === before.length - 1, PATIENCE_MS / 4)
          const short = { path: CHAT, bearer: payer.bearer, body: asked('counted', { max_tokens: 20 }) }
          const { status } = await callWorker({ pid: site.gateway.pid, port: site.port }, awake, short)
          expect(status).toBe(200)
          // A dead node's calls get their rows when it is given up; here it is not.
          const errors = async () => (await site.rowsOf(payer.id)).filter(({ type }) => type === LOG_TYPE.error)
          expect(await errors()).toEqual([])

          process.kill(frozen, 'SIGCONT')
          await until(nodes, all => all.length === before.length, PATIENCE_MS / 4)
          site.held.goOn()
          expect(howMany(await Promise.all(calls))).toEqual({ '200 ok': ids.length })
          const rows = await until(
            () => site.rowsOf(payer.id),
            all => ids.every(id => all.some(({ request_id }) => request_id === id)),
            PATIENCE_MS / 4,
          )
          expect(rows.filter(({ type }) => type === LOG_TYPE.error)).toEqual([])
          expect(ids.filter(id => rows.filter(({ request_id }) => request_id === id).length !== 1)).toEqual([])
          expect(rows.filter(({ quota }) => quota === 0)).toEqual([])
          expect(await site.findings()).toEqual([])
        },
        PATIENCE_MS,
      )
    })
  }
