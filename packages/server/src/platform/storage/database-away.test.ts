import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import pg from 'pg'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { layOutPostgres } from '../../../../../scripts/lib/postgres.mjs'
import { findPrograms } from '../../../../../scripts/lib/programs.mjs'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { type FaultProxy, startFaultProxy } from '../../../test/support/fault-proxy.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import {
  type GatewayProcess,
  impatientGateway,
  MAIN,
  runProgram,
  startGatewayProcess,
} from '../../../test/support/gateway-process.ts'
import { callOnce, type Ended, startLoad } from '../../../test/support/load.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { openStorage, type Storage } from './db.ts'

const LONGEST_REFUSAL_MS = 5_000
/** A crash must lose nothing that was committed. */
const CAREFUL = ['fsync=off', 'synchronous_commit=on']

const isLeftOut = !process.env.TEST_DATABASE_URL
if (isLeftOut) console.log('Trials of a PostgreSQL in trouble are left out: TEST_DATABASE_URL is not set.')

// Uses a separate server, because the failures would disturb other tests.
describe.skipIf(isLeftOut)('a gateway under load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-trouble-'))
  let postgres: Awaited<ReturnType<typeof layOutPostgres>>
  let network: FaultProxy
  let upstream: EvilUpstream
  let gateway: GatewayProcess
  let operator: Operator
  let storage: Storage
  let bearer: string
  let priceOfOne: number | undefined

  beforeAll(async () => {
    const { pgCtl } = await findPrograms('pgCtl')
    postgres = await layOutPostgres(pgCtl, folder, CAREFUL)
    await postgres.start()
    await onServer('create role gateway login')
    await onServer('create database gateway owner gateway')
    network = await startFaultProxy(postgres.port)
    upstream = await startEvilUpstream()

    const at = (port: number) => ({
      DATA_DIR: folder,
      DATABASE_URL: `postgres://gateway@127.0.0.1:${port}/gateway`,
      SECRET_KEY: 'the secret key of these trials',
    })
    gateway = await startGatewayProcess(at(network.port), await freePort(), { program: impatientGateway })
    operator = await setUpGateway(gateway.url)
    await operator.makeChannel({ base_url: upstream.url, models: 'good' })
    await operator.setOption('ModelRatio', JSON.stringify({ good: 1 }))
    bearer = (await operator.makeToken({ unlimited_quota: false, remain_quota: 50_000_000 })).bearer
    storage = openStorage(at(postgres.port))
    const first = startLoad(gateway.url, bearer, { clients: 1 })
    await first.untilAnswered(1)
    await first.stop()
    priceOfOne = (await charges())[0]?.quota
  }, 60_000)

  afterAll(async () => {
    await gateway.kill()
    await storage.close()
    await upstream.stop()
    await network.stop()
    await postgres.stop('immediate')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Causes a failure of the database; resolves when it is over. */
  const troubles: Record<string, () => Promise<void>> = {
    async 'is restarted'() {
      await postgres.stop('fast')
      await postgres.start()
    },
    async 'crashes and recovers'() {
      await postgres.stop('immediate')
      await postgres.start()
    },
    async 'loses confirmations of commits, and commits'() {
      network.breakCommits()
      await until(
        async () => network.broken,
        ({ before, after }) => before >= 5 && after >= 5,
        20_000,
      )
      network.heal()
    },
    async 'is away'() {
      await postgres.stop('fast')
      await refusal()
      await postgres.start()
    },
    async 'can only be read'() {
      await onServer('alter database gateway set default_transaction_read_only = on')
      await disconnect()
      await refusal()
      await onServer('alter database gateway set default_transaction_read_only = off')
      await disconnect()
    },
    async 'has no connection left'() {
      await onServer('alter database gateway connection limit 0')
      await disconnect()
      await refusal()
      await onServer('alter database gateway connection limit -1')
    },
    async 'falls silent'() {
      network.fallSilent()
      await refusal()
      network.heal()
    },
  }

  test.each(Object.keys(troubles))(
    'whose PostgreSQL %s for a while charges every answer once, refuses the rest clearly, and continues',
    async name => {
      const load = startLoad(gateway.url, bearer)
      await load.untilAnswered(50)
      await troubles[name]?.()
      await load.untilAnswered(100)
      const ended = await load.stop()

      const refused = ended.filter(({ outcome }) => outcome !== 'full')
      expect(refused.filter(isNoClearRefusal)).toEqual([])
      expect(await audit(storage, Math.floor(Date.now() / 1000))).toEqual([])
      const charged = Map.groupBy(await charges(), charge => charge.request_id)
      const quotas = ({ id }: Ended) => (charged.get(id) ?? []).map(({ quota }) => quota)
      expect(ended.map(quotas)).toEqual(ended.map(({ outcome }) => (outcome === 'full' ? [priceOfOne ?? 0] : [])))
    },
    60_000,
  )

  test('whose PostgreSQL is away says so to unknown keys and to the console, each in its own format', async () => {
    const unseen = await operator.makeToken()
    await postgres.stop('fast')
    const answer = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': unseen.bearer, 'accept-language': 'en' },
      body: JSON.stringify({ model: 'good', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }),
    })
    const sentence = 'The gateway cannot reach its database at the moment; try again shortly'
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '5',
      expect.objectContaining({
        type: 'error',
        error: { type: 'overloaded_error', message: expect.stringContaining(sentence) },
      }),
    ])
    await expect(operator.consoleCall('GET', '/api/user/self')).rejects.toThrow(
      'The database cannot be reached or written to at the moment, please try again later',
    )
    await postgres.start()
    await operator.consoleCall('GET', '/api/user/self')
  })

  test('whose PostgreSQL falls silent refuses an unknown key', async () => {
    const { bearer: unseen } = await operator.makeToken()
    network.fallSilent()
    expect(await callOnce(gateway.url, unseen)).toMatchObject({ status: 503, outcome: 'database_unavailable' })
    network.heal()
    expect(await callOnce(gateway.url, unseen)).toMatchObject({ outcome: 'full' })
  })

  test('does not start without its PostgreSQL, and says in one sentence where it looked', async () => {
    const nowhere = `127.0.0.1:${await freePort()}`
    const environment = { DATA_DIR: folder, DATABASE_URL: `postgres://gateway:password@${nowhere}/gateway`, PORT: '0' }
    expect(await runProgram([MAIN], environment)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `PostgreSQL at ${nowhere} cannot be reached or written to (connect ECONNREFUSED ${nowhere}).\n`,
    })
  })

  const charges = () =>
    storage.db.selectFrom('logs').select(['request_id', 'quota']).where('type', '=', LOG_TYPE.consume).execute()

  /**
   * A new client waits for the database as long as clients do, and is refused. Leased quota may be spent until the
   * gateway has noticed: such a call ends with the others when the database is back.
   */
  const refusal = async () => {
    for (;;) {
      const call = callOnce(gateway.url, bearer)
      const ended = await Promise.race([call, Bun.sleep(LONGEST_REFUSAL_MS / 3)])
      if (ended && !isNoClearRefusal(ended)) return
    }
  }

  const isNoClearRefusal = ({ status, outcome, tookMs }: Ended) =>
    status !== 503 || outcome !== 'database_unavailable' || tookMs > LONGEST_REFUSAL_MS

  /** Ends the gateway's connections; new ones find the database in its new state. */
  const disconnect = () => onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'gateway'`)

  async function onServer(statement: string) {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
})
