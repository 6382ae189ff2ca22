import { afterEach, describe, expect, test } from 'bun:test'
import { LOG_TYPE, TOKEN_STATUS } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { connectionsOf, isAlive, isListening, workersOf } from '../../../test/support/workers-of.ts'
import { audit } from '../../money/ledger/audit.ts'

/** With this many connections every worker gets some: each is assigned by a hash of its addresses. */
const CALLERS = 32
const WORKERS = 2
const LOAD_PATIENCE_MS = 20_000
/** A dead node is given up within 15 seconds, and machines may be slow. */
const GIVEN_UP_PATIENCE_MS = 60_000
const PATIENCE_MS = 150_000

for (const { kind, open } of databases()) {
  describe(`a gateway of ${WORKERS} workers on ${kind}`, () => {
    let database: TestDatabase
    let held: HeldUpstream
    let evil: EvilUpstream
    let gateway: GatewayProcess
    let operator: Operator
    let token: Awaited<ReturnType<Operator['makeToken']>>
    let port: number

    const startProcess = (environment: Record<string, string> = {}) =>
      startGatewayProcess(database.place, port, {
        program: mortalGateway(),
        environment: { WORKERS: String(WORKERS), DRAIN_SECONDS: '60', ...environment },
      })

    async function start() {
      database = await open()
      held = await startHeldUpstream()
      evil = await startEvilUpstream()
      port = await freePort()
      gateway = await startProcess()
      await untilAllServe()
      operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ base_url: held.url, models: 'held' })
      await operator.makeChannel({ base_url: evil.url, models: 'good' })
      await operator.setOption('ModelRatio', JSON.stringify({ held: 10, good: 1 }))
      token = await operator.makeToken()
      // A change on one reaches the others a moment later.
      await become('answered')
    }
    afterEach(async () => {
      await gateway.kill()
      await held.stop()
      await evil.stop()
      await database.close()
    })

    const untilAllServe = () =>
      until(
        async () => workersOf(gateway.pid),
        workers => workers.length === WORKERS && workers.every(worker => isListening(worker, port)),
        LOAD_PATIENCE_MS,
      )

    /** Uses a new connection. */
    const call = (model: string, { stream = false, id = crypto.randomUUID() as string } = {}) =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.bearer}`, 'x-request-id': id, connection: 'close' },
        body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
      })
    const callAll = (model: string) => Promise.all(Array.from({ length: CALLERS }, () => call(model)))
    const callsOf = (response: Response) =>
      response.json().then(body => (body as { error?: { code: string } }).error?.code ?? 'answered')

    /** Resolves when every worker gives this answer. */
    const become = (code: string) =>
      until(
        async () => Promise.all((await callAll('good')).map(callsOf)),
        codes => codes.every(one => one === code),
      )

    /** Opens streams over all workers, in the middle of their answers. */
    async function holdStreams() {
      const texts = Promise.allSettled(
        Array.from({ length: CALLERS }, async () => (await call('held', { stream: true })).text()),
      )
      await until(
        async () => held.held(),
        count => count === CALLERS,
        LOAD_PATIENCE_MS,
      )
      const byWorker = workersOf(gateway.pid).map(worker => connectionsOf(worker, port))
      return { texts, byWorker }
    }

    /** Dead workers are given up after three heartbeats, at two checks. */
    const untilGivenUp = () =>
      until(
        () => database.storage.db.selectFrom('nodes').select('id').execute(),
        nodes => nodes.length === WORKERS,
        GIVEN_UP_PATIENCE_MS,
      )

    async function accounts() {
      const rows = await database.storage.db
        .selectFrom('logs')
        .select(['request_id', 'type', 'quota', 'is_stream'])
        .execute()
      const isCharged = (row: (typeof rows)[number]) => row.type === LOG_TYPE.consume && row.quota > 0 && row.is_stream
      const charged = rows.filter(isCharged).map(row => row.request_id)
      return { findings: await audit(database.storage, Math.floor(Date.now() / 1000)), charged }
    }

    test(
      'serves with all of them, and each call is charged once',
      async () => {
        await start()
        const { texts, byWorker } = await holdStreams()
        expect(byWorker).toHaveLength(WORKERS)
        expect(Math.min(...byWorker)).toBeGreaterThan(0)
        expect(byWorker.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(CALLERS)
        held.goOn()
        for (const stream of await texts)
          expect(stream).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/\[DONE\]\n\n$/) })
        await untilGivenUp()
        const { findings, charged } = await accounts()
        expect([findings, charged.length, new Set(charged).size]).toEqual([[], CALLERS, CALLERS])
      },
      PATIENCE_MS,
    )

    test(
      'applies a console change to all of them',
      async () => {
        await start()
        await become('answered')
        const setStatus = (status: number) =>
          operator.consoleCall('PUT', '/api/token/?status_only=true', { id: token.id, status })
        await setStatus(TOKEN_STATUS.disabled)
        await become('token_disabled')
        await setStatus(TOKEN_STATUS.enabled)
        await become('answered')
        await operator.setOption('ModelRatio', '{"held":1}')
        await become('model_price_missing')
      },
      PATIENCE_MS,
    )

    test(
      'loses nothing of the others when one is killed, and restarts it',
      async () => {
        await start()
        const [victim = 0, survivor = 0] = workersOf(gateway.pid)
        const failures: string[] = []
        const received: string[] = []
        const over = new AbortController()
        const load = Array.from({ length: CALLERS }, async () => {
          while (!over.signal.aborted) {
            const id = crypto.randomUUID()
            try {
              const text = await (await call('good', { stream: true, id })).text()
              if (text.endsWith('data: [DONE]\n\n')) received.push(id)
              else failures.push(text)
            } catch (error) {
              failures.push(String(error))
            }
          }
        })
        const untilReceived = (more: number) => {
          const before = received.length
          return until(
            async () => received.length,
            count => count >= before + more,
            LOAD_PATIENCE_MS,
          )
        }
        await untilReceived(CALLERS)
        process.kill(victim, 'SIGKILL')
        await untilAllServe()
        await untilReceived(CALLERS)
        const broken = failures.length
        await untilReceived(CALLERS * 4)
        over.abort()
        await Promise.all(load)

        const workers = workersOf(gateway.pid)
        expect(workers).toContain(survivor)
        expect(workers).not.toContain(victim)
        // Only connections of the dead worker broke, and none after its death.
        expect(failures.filter(failure => !/socket|ECONNRESET|closed|ConnectionRefused/i.test(failure))).toEqual([])
        expect(failures.length).toBe(broken)
        await untilGivenUp()
        const { findings, charged } = await accounts()
        expect(findings).toEqual([])
        expect(received.filter(id => charged.filter(one => one === id).length !== 1)).toEqual([])
      },
      PATIENCE_MS,
    )

    test(
      'lets every answer end in all of them when it is stopped, even if the terminal signals all',
      async () => {
        await start()
        const workers = workersOf(gateway.pid)
        const { texts } = await holdStreams()
        for (const pid of [gateway.pid, ...workers]) process.kill(pid, 'SIGINT')
        await untilNobodyListens(gateway.url)
        expect(workers.every(isAlive)).toBe(true)
        held.goOn()
        for (const stream of await texts)
          expect(stream).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/\[DONE\]\n\n$/) })
        expect(await gateway.ended).toBe(0)
        expect(workers.filter(isAlive)).toEqual([])
        expect((await accounts()).findings).toEqual([])
      },
      PATIENCE_MS,
    )

    test(
      'stops waiting in all of them at the second signal',
      async () => {
        await start()
        const { texts } = await holdStreams()
        gateway.signal('SIGTERM')
        await untilNobodyListens(gateway.url)
        gateway.signal('SIGTERM')
        for (const stream of await texts)
          expect(stream).toMatchObject({ value: expect.stringContaining('shutting_down') })
        expect(await gateway.ended).toBe(0)
        expect((await accounts()).findings).toEqual([])
      },
      PATIENCE_MS,
    )

    test(
      'leaves no process behind when its supervisor is killed, and can start again at once',
      async () => {
        await start()
        const workers = workersOf(gateway.pid)
        const { texts } = await holdStreams()
        await gateway.kill()
        gateway = await startProcess()
        await until(
          async () => workers.filter(isAlive),
          left => left.length === 0,
        )
        await texts
        await untilAllServe()
        expect(await callsOf(await call('good'))).toBe('answered')
        await untilGivenUp()
        expect((await accounts()).findings).toEqual([])
      },
      PATIENCE_MS,
    )
  })
}

const untilNobodyListens = (url: string) =>
  until(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    isAnswered => !isAnswered,
  )
