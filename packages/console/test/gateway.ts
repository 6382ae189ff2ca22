import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { bun, bunEnvironment } from '../../../scripts/lib/bun.mjs'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { start, stop } from '../../../scripts/lib/run.mjs'
import { untilReady } from '../../../scripts/lib/until-port-answers.mjs'

export interface Gateway {
  url: string
  databaseFile: string
  stop(): Promise<void>
}

const { TEST_GATEWAY } = process.env
/** Compiled into one file, a gateway starts in half the time. */
const program = TEST_GATEWAY ?? bun
const args = TEST_GATEWAY ? [] : ['packages/server/src/main.ts']

/** Starts a gateway over an empty database; it is not set up yet. */
export async function startGateway(): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-browser-'))
  const port = await freePort()
  const place = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn', WORKERS: '1' }
  const env = { ...bunEnvironment, ...place, DATABASE_URL: '', REDIS_URL: '' }
  const server = start(program, args, { env })
  const url = `http://127.0.0.1:${port}`
  await untilReady('Tollgate', url, server)
  return {
    url,
    databaseFile: join(folder, 'tollgate.db'),
    async stop() {
      await stop(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Playwright's `test` with a fresh gateway for each test: `page.goto('/')` opens it. */
export const test = base.extend<{ gateway: Gateway }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern
  gateway: async ({}, use) => {
    const gateway = await startGateway()
    await use(gateway)
    await gateway.stop()
  },
  baseURL: ({ gateway }, use) => use(gateway.url),
})
