import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { rejection } from '../../../test/support/rejection.ts'
import { readEnvironment, StartError } from '../../platform/process/environment.ts'
import { startWithWorkers } from './start-with-workers.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-workers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a server of workers does not start without its database, and says so', async () => {
  const host = `127.0.0.1:${await freePort()}`
  const environment = readEnvironment({
    ...{ WORKERS: '2', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    ...{ DATA_DIR: folder, DATABASE_URL: `postgres://tollgate@${host}/tollgate` },
  })
  const failure = await rejection(startWithWorkers(environment))
  expect(failure).toBeInstanceOf(StartError)
  expect(failure).toMatchObject({ message: expect.stringContaining(`PostgreSQL at ${host} cannot be reached`) })
})
