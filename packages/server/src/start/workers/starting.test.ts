import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { commandOf, MAIN, runProgram, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import { isAlive, workersOf } from '../../../test/support/workers-of.ts'
import { RUNTIME_SETTINGS } from '../serve.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-workers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TWO = { WORKERS: '2' }

for (const { kind, open } of databases()) {
  describe(`a server of two workers on ${kind}`, () => {
    test('prints its address once, even if the system chose the port, and serves there since it was started', async () => {
      const database = await open()
      const startedAt = Math.floor(Date.now() / 1000)
      const environment = { ...process.env, ...database.place, ...TWO, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' }
      const server = Bun.spawn(commandOf([MAIN]), { env: environment, stdout: 'pipe', stderr: 'inherit' })
      const lines: { msg: string; pid: number }[] = []
      const reading = (async () => {
        for await (const text of server.stdout.pipeThrough(new TextDecoderStream()))
          for (const line of text.split('\n').filter(Boolean)) lines.push(JSON.parse(line))
      })()
      const addressOf = (line?: { msg: string }) => /^Tollgate listens on (http:\S+)$/.exec(line?.msg ?? '')?.[1]
      const [line] = await until(
        async () => lines.filter(addressOf),
        found => found.length > 0,
        60_000,
      )
      const { data } = (await (await fetch(`${addressOf(line)}api/status`)).json()) as { data: { start_time: number } }
      expect(data.start_time).toBeWithin(startedAt, Date.now() / 1000 + 1)
      const processes = process.platform === 'linux' ? [server.pid, ...workersOf(server.pid)] : []
      for (const pid of processes)
        for (const [name, value] of Object.entries(RUNTIME_SETTINGS))
          expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')).toContain(`${name}=${value}`)
      server.kill('SIGTERM')
      expect(await server.exited).toBe(0)
      await reading
      expect(lines).toEqual([
        expect.objectContaining({ msg: line?.msg, pid: server.pid }),
        expect.objectContaining({ msg: expect.stringContaining('takes no new calls'), pid: server.pid }),
      ])
      await database.close()
    }, 120_000)

    test('ends with the sentence of a worker that cannot start', async () => {
      const database = await open()
      const environment = { ...database.place, ...TWO, PORT: '0', TRUSTED_PROXIES: 'nowhere' }
      const { exitCode, stderr } = await runProgram([MAIN], environment)
      expect([exitCode, stderr]).toEqual([
        1,
        'TRUSTED_PROXIES is wrong: nowhere is neither an address nor a CIDR range.\n',
      ])
      await database.close()
    }, 120_000)

    test('does not share its port with another server of workers', async () => {
      const [database, others] = [await open(), await open()]
      const port = await freePort()
      const gateway = await startGatewayProcess(database.place, port, { environment: TWO })
      const { exitCode, stderr } = await runProgram([MAIN], { ...others.place, ...TWO, PORT: String(port) })
      expect([exitCode, stderr]).toEqual([
        1,
        'The port is used by another program. Stop it, or choose another port with PORT; if it is Tollgate itself, --take-over takes it.\n',
      ])
      await gateway.kill()
      await database.close()
      await others.close()
    }, 120_000)

    test('can be killed whole and started again at once', async () => {
      const database = await open()
      const port = await freePort()
      for (let round = 0; round < 3; round++) {
        const gateway = await startGatewayProcess(database.place, port, { environment: TWO })
        const workers = workersOf(gateway.pid)
        for (const pid of [gateway.pid, ...workers]) process.kill(pid, 'SIGKILL')
        await gateway.ended
        await until(
          async () => workers.filter(isAlive),
          left => left.length === 0,
        )
      }
      await database.close()
    }, 120_000)
  })
}

test.each([
  ['0', 'The environment variable WORKERS is wrong: must be a number of processes.\n'],
  ['many', 'The environment variable WORKERS is wrong: must be a number of processes.\n'],
])('WORKERS=%s is refused', async (workers, sentence) => {
  const { exitCode, stderr } = await runProgram([MAIN], { DATA_DIR: folder, WORKERS: workers })
  expect([exitCode, stderr]).toEqual([1, sentence])
})
