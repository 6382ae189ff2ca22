import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import { sql } from 'kysely'
import { version } from '../../../../../../package.json'
import { freePort } from '../../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../../../test/support/evil-upstream.ts'
import { type Operator, setUpGateway } from '../../../../test/support/gateway.ts'
import { type GatewayProcess, MAIN, runProgram, startGatewayProcess } from '../../../../test/support/gateway-process.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../../test/support/held-upstream.ts'
import { until } from '../../../../test/support/until.ts'
import { isListening, workersOf } from '../../../../test/support/workers-of.ts'
import { audit } from '../../../money/ledger/audit.ts'

const OTHER_VERSION = join(import.meta.dir, '../../../../test/support/other-version.ts')
/** `npm run soak -- --tests upgrade` runs more of each. */
const STREAMS = Number(process.env.UPGRADE_STREAMS ?? 20)
const UPGRADES = Number(process.env.UPGRADES ?? 1)
/** This one is a version that cannot start. */
const BROKEN_AT = Math.floor(UPGRADES / 2)
const CALLERS = UPGRADES > 1 ? 8 : 2
const PATIENCE_MS = 120_000
const LONG_MS = 2 * PATIENCE_MS * (UPGRADES + 1)

for (const { kind, open } of databases()) {
  describe(`an upgrade on ${kind}`, () => {
    let database: TestDatabase
    let held: HeldUpstream
    let evil: EvilUpstream
    let port: number
    let operator: Operator
    let bearer: string
    /** All running servers, the newest last. */
    let versions: GatewayProcess[]

    beforeEach(async () => {
      database = await open()
      held = await startHeldUpstream()
      evil = await startEvilUpstream()
      port = await freePort()
      versions = []
    })
    afterEach(async () => {
      await Promise.all(versions.map(version => version.kill()))
      await held.stop()
      await evil.stop()
      await database.close()
    })

    const listens = ({ pid }: GatewayProcess) => [pid, ...workersOf(pid)].some(one => isListening(one, port))
    const newest = () => versions.at(-1) as GatewayProcess

    async function start(workers: number, program = [MAIN]) {
      versions.push(
        await startGatewayProcess(database.place, port, { program, environment: { WORKERS: String(workers) } }),
      )
      operator = await setUpGateway(newest().url)
      await operator.makeChannel({ base_url: held.url, models: 'held' })
      await operator.makeChannel({ base_url: evil.url, models: 'good' })
      await operator.setOption('ModelRatio', JSON.stringify({ held: 10, good: 1 }))
      bearer = (await operator.makeToken()).bearer
      await until(
        async () => (await Promise.all(Array.from({ length: 16 }, () => call('good')))).map(({ status }) => status),
        statuses => statuses.every(status => status === 200),
        PATIENCE_MS,
      )
      // One of its workers answers before all serve, and only then can another server take over.
      await until(
        async () => existsSync(join(database.place.DATA_DIR, `control-${port}.sock`)),
        isThere => isThere,
        PATIENCE_MS,
      )
    }

    /** Starts the next version; resolves when only that one listens. */
    async function upgrade(workers: number, program = [MAIN, 'start', '--take-over']) {
      const before = newest()
      const next = await startGatewayProcess(database.place, port, {
        program,
        environment: { WORKERS: String(workers), TAKE_OVER: '1' },
      })
      versions.push(next)
      await until(
        async () => listens(next) && !listens(before),
        isOver => isOver,
        PATIENCE_MS,
      )
      // The connection shared by the console's calls ends with its next response, so the following call reaches the new
      // server.
      const name = `after ${versions.length}`
      await operator.setOption('SystemName', name)
      await until(systemName, known => known === name, PATIENCE_MS)
    }

    const refused = (environment: Record<string, string> = {}, program = [MAIN, 'start', '--take-over']) =>
      runProgram(program, { ...database.place, PORT: String(port), TAKE_OVER: '1', ...environment })

    async function systemName() {
      const response = await fetch(`${newest().url}/api/status`, { headers: { connection: 'close' } })
      const { data } = (await response.json()) as { data: { system_name: string } }
      return data.system_name
    }

    /** Uses a new connection. */
    const call = (model: string, stream = false) =>
      fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, connection: 'close' },
        body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
      })

    async function holdStreams(count: number) {
      const before = held.held()
      const texts = Array.from({ length: count }, async () => (await call('held', true)).text())
      await until(
        async () => held.held(),
        now => now === before + count,
        PATIENCE_MS,
      )
      return texts
    }

    /** Calls without a pause until told to stop: each on a new connection, or all of a caller's on one. */
    function keepCalling() {
      const over = new AbortController()
      const failures: string[] = []
      let answered = 0
      const one = async (ask: () => Promise<string>) => {
        while (!over.signal.aborted) {
          const text = await ask().catch(error => `failed: ${error}`)
          if (text.endsWith('data: [DONE]\n\n')) answered += 1
          else failures.push(text)
        }
      }
      const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
      const callers = Array.from({ length: CALLERS }, () => [
        one(async () => (await call('good', true)).text()),
        one(() => callOver(agent, { port, bearer })),
      ]).flat()
      return {
        failures,
        answered: () => answered,
        async end() {
          over.abort()
          await Promise.all(callers)
          agent.destroy()
        },
      }
    }

    async function books() {
      const rows = await database.storage.db.selectFrom('logs').select(['type', 'quota', 'error_code']).execute()
      return {
        findings: await audit(database.storage, Math.floor(Date.now() / 1000)),
        errors: rows.filter(({ type }) => type === LOG_TYPE.error).map(({ error_code }) => error_code),
        charged: rows.filter(({ type, quota }) => type === LOG_TYPE.consume && quota > 0).length,
      }
    }

    test(
      `loses no stream, connection or charge, even when one version fails to start`,
      async () => {
        await start(2)
        const before = (await books()).charged
        const streams = await holdStreams(STREAMS)
        const load = keepCalling()
        for (let index = 0; index <= UPGRADES; index++) {
          if (index === BROKEN_AT) {
            const { exitCode, stderr } = await refused({ WORKERS: '1', TRUSTED_PROXIES: 'nowhere' })
            expect([exitCode, stderr]).toEqual([
              1,
              'TRUSTED_PROXIES is wrong: nowhere is neither an address nor a CIDR range.\n',
            ])
            const answered = load.answered()
            await until(
              async () => load.answered(),
              now => now >= answered + 10 * CALLERS,
              PATIENCE_MS,
            )
          } else await upgrade(1 + (index % 2))
          streams.push(...(await holdStreams(5)))
        }
        await load.end()
        expect(load.failures).toEqual([])
        held.goOn()
        for (const text of await Promise.all(streams)) expect(text).toEndWith('data: [DONE]\n\n')
        for (const version of versions.slice(0, -1)) expect(await version.ended).toBe(0)
        const charged = before + streams.length + load.answered()
        expect(await books()).toEqual({ findings: [], errors: [], charged })
      },
      LONG_MS,
    )

    // Nodes on PostgreSQL need nothing from each other.
    const onSqlite = kind === 'sqlite' ? test : () => undefined
    onSqlite(
      'leaves the old one what it needs, whoever of the new ones ends',
      async () => {
        await start(2)
        const before = (await books()).charged
        const streams = await holdStreams(4)
        const [first] = versions
        await upgrade(1)
        const between = newest()
        await upgrade(1)
        expect(await between.ended).toBe(0)
        const broken = await refused({ WORKERS: '2', TRUSTED_PROXIES: 'nowhere' })
        expect(broken.exitCode).toBe(1)
        await newest().kill()
        const next = await startGatewayProcess(database.place, port, { program: [MAIN, 'start', '--take-over'] })
        versions.push(next)
        expect((await call('good')).status).toBe(200)
        held.goOn()
        for (const text of await Promise.all(streams)) expect(text).toEndWith('data: [DONE]\n\n')
        expect(await first?.ended).toBe(0)
        expect(await books()).toEqual({ findings: [], errors: [], charged: before + 5 })
      },
      LONG_MS,
    )

    test(
      'is given up if the new version keeps the database too long',
      async () => {
        await start(1)
        const waiting = refused({ TAKE_OVER_SECONDS: '3' }, [OTHER_VERSION, '9999-endless', 'for older too', 'endless'])
        const { exitCode, stderr } = await waiting
        expect([exitCode, stderr]).toEqual([
          1,
          'The database was not ready for this version within 3 seconds, during which calls waited for it: the running server continues. ' +
            'Stop it first, or let its calls wait longer with TAKE_OVER_SECONDS.\n',
        ])
        const before = (await books()).charged
        expect((await call('good')).status).toBe(200)
        expect(await books()).toEqual({ findings: [], errors: [], charged: before + 1 })
        await upgrade(1)
        expect((await call('good')).status).toBe(200)
      },
      LONG_MS,
    )

    test(
      'is refused with one sentence if the two cannot share the database, and nothing is changed',
      async () => {
        await start(1)
        const steps = () =>
          sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.storage.slow)
        const { pid } = newest()
        const running = `The running server (version ${version}, process ${pid})`
        const before = await steps()
        const cases: [sentence: string, environment: Record<string, string>, program?: string[]][] = [
          [
            `${running} and this version ${version} cannot share a database (9999-apart): stop it first. Nothing was changed.`,
            {},
            [OTHER_VERSION, '9999-apart'],
          ],
          [
            `${running} listens on HOST 127.0.0.1, this one would on 0.0.0.0: take over on the same address. Nothing was changed.`,
            { HOST: '0.0.0.0' },
          ],
          [
            'SECRET_KEY does not open the data in this database. Start with the key it was created with (DATA_DIR/secret.key unless you set one). Nothing was changed.',
            { SECRET_KEY: 'another key than it has' },
          ],
        ]
        for (const [sentence, environment, program] of cases)
          expect(await refused(environment, program)).toEqual({ exitCode: 1, stdout: '', stderr: `${sentence}\n` })
        expect(await steps()).toEqual(before)
        expect((await call('good')).status).toBe(200)

        await upgrade(1, [OTHER_VERSION, '9999-added', 'for older too'])
        expect(await refused()).toEqual({
          exitCode: 1,
          stdout: '',
          stderr:
            `The running server (version ${version}, process ${newest().pid}) has a later version than this ${version} ` +
            '(9999-added), which cannot take over from it. Nothing was changed.\n',
        })
        expect((await call('good')).status).toBe(200)
      },
      LONG_MS,
    )
  })
}

function callOver(agent: Agent, { port, bearer }: { port: number; bearer: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent, port, host: '127.0.0.1', path: '/v1/chat/completions', method: 'POST' },
      async response => {
        let text = ''
        for await (const piece of response.setEncoding('utf8')) text += piece
        resolve(text)
      },
    )
    asked.on('error', reject).setHeader('authorization', `Bearer ${bearer}`)
    asked.end(JSON.stringify({ model: 'good', stream: true, messages: [{ role: 'user', content: 'Hello' }] }))
  })
}
