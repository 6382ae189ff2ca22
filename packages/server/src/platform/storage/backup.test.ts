import { describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { findPrograms } from '../../../../../scripts/lib/programs.mjs'
import { type DatabasePlace, databases, onServer } from '../../../test/support/databases.ts'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { MAIN, mortalGateway, runProgram, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { callOnce, startLoad } from '../../../test/support/load.ts'
import { untilNoted } from '../../../test/support/noted.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { type DatabaseKind, openStorage } from './db.ts'
import { migrate } from './migrate.ts'

const HANGING = 5

/** The command of docs/operating.md; returns the folder of the copy. */
const copyOf: Record<DatabaseKind, (place: DatabasePlace, folder: string) => Promise<DatabasePlace>> = {
  async sqlite({ DATA_DIR }, folder) {
    const copy = join(folder, 'copy')
    const { exitCode, stdout } = await runProgram([MAIN, 'backup', copy], { DATA_DIR })
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('tollgate.db and secret.key') })
    return { DATA_DIR: copy }
  },
  async postgres({ DATA_DIR, DATABASE_URL = '' }, folder) {
    const { pgCtl } = await findPrograms('pgCtl')
    const programs = dirname(realpathSync(pgCtl))
    const dump = join(folder, 'tollgate.dump')
    const again = new URL(DATABASE_URL)
    again.pathname += '_again'
    await succeeds(join(programs, 'pg_dump'), '--format=custom', `--file=${dump}`, DATABASE_URL)
    await onServer(`create database ${again.pathname.slice(1)}`)
    await succeeds(join(programs, 'pg_restore'), '--no-owner', `--dbname=${again.href}`, dump)
    // In another folder, because the running server owns the journals of its folder.
    const copy = join(folder, 'copy')
    cpSync(DATA_DIR, copy, { recursive: true, filter: path => !path.endsWith('.sock') })
    return { DATA_DIR: copy, DATABASE_URL: again.href }
  },
}

for (const { kind, open } of databases()) {
  describe(`a backup of ${kind}`, () => {
    test('taken under load starts as a gateway elsewhere: its books balance, and leased quota is returned', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tollgate-backup-'))
      const { place, close } = await open()
      const upstream = await startEvilUpstream()
      const gateway = await startGatewayProcess(place, await freePort())
      const operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'good,hangs' })
      await operator.setOption('ModelRatio', JSON.stringify({ good: 1, hangs: 1 }))
      const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 50_000_000 })

      const hanging = startLoad(gateway.url, bearer, { clients: HANGING, model: 'hangs' })
      await until(
        async () => upstream.requests.length,
        count => count === HANGING,
      )
      await untilNoted(place.DATA_DIR, undefined, HANGING)
      const load = startLoad(gateway.url, bearer)
      await load.untilAnswered(50)
      const copy = await copyOf[kind](place, folder)
      await load.untilAnswered(50)
      expect((await load.stop()).filter(({ outcome }) => outcome !== 'full')).toEqual([])

      const again = await startGatewayProcess(copy, await freePort(), { program: mortalGateway() })
      expect(await callOnce(again.url, bearer)).toMatchObject({ outcome: 'full' })
      const storage = openStorage(copy)
      await until(
        () => storage.db.selectFrom('nodes').selectAll().execute(),
        nodes => nodes.length === 1,
      )
      expect(await audit(storage, Math.floor(Date.now() / 1000))).toEqual([])
      const rows = await storage.db.selectFrom('logs').select(['type', 'model_name', 'other']).execute()
      const givenBack = rows.filter(row => row.type === LOG_TYPE.error && row.model_name === 'hangs')
      expect(givenBack.map(row => JSON.parse(row.other).error_code)).toEqual(Array(HANGING).fill('server_stopped'))
      expect(rows.filter(row => row.type === LOG_TYPE.consume).length).toBeGreaterThan(50)

      for (const running of [gateway, again]) await running.kill()
      await hanging.stop()
      await storage.close()
      if (copy.DATABASE_URL)
        await onServer(`drop database ${new URL(copy.DATABASE_URL).pathname.slice(1)} with (force)`)
      await upstream.stop()
      await close()
      rmSync(folder, { recursive: true })
    }, 60_000)
  })
}

/** A compiled program names itself. */
const COMMAND = process.env.TEST_GATEWAY ? 'tollgate backup' : 'npm run backup --'

describe('npm run backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-backup-'))
  const rejections: [why: string, environment: Record<string, string>, argument: string[], sentence: string][] = [
    ['no folder is named', {}, [], `Name a folder to create: ${COMMAND} FOLDER`],
    ['there is no database', { DATA_DIR: folder }, [join(folder, 'copy')], `There is no tollgate.db in ${folder}.`],
    [
      'the database is a PostgreSQL',
      { DATABASE_URL: 'postgres://there/it' },
      [join(folder, 'copy')],
      'DATABASE_URL names a PostgreSQL database: back it up with pg_dump, see docs/operating.md.',
    ],
  ]
  test.each(rejections)('reports %s', async (_, environment, argument, sentence) => {
    const { exitCode, stderr } = await runProgram([MAIN, 'backup', ...argument], environment)
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: `✗ ${sentence}\n` })
  })

  test('overwrites nothing', async () => {
    const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
    mkdirSync(data)
    const storage = openStorage({ DATA_DIR: data })
    await migrate(storage)
    await storage.close()
    const first = await runProgram([MAIN, 'backup', copy], { DATA_DIR: data })
    const second = await runProgram([MAIN, 'backup', copy], { DATA_DIR: data })
    expect([first.exitCode, second]).toEqual([
      0,
      { exitCode: 1, stdout: '', stderr: `✗ ${copy} already exists; name a folder that does not.\n` },
    ])
    expect([readdirSync(copy), existsSync(`${copy}.unfinished`)]).toEqual([['tollgate.db'], false])
    rmSync(folder, { recursive: true })
  })
})

async function succeeds(program: string, ...args: string[]): Promise<void> {
  const child = Bun.spawn([program, ...args], { stderr: 'pipe' })
  const stderr = await new Response(child.stderr).text()
  expect({ program, exitCode: await child.exited, stderr }).toEqual({ program, exitCode: 0, stderr: '' })
}
