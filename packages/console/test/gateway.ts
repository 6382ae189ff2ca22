import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { bun, bunEnvironment } from '../../../scripts/lib/bun.mjs'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { start, stop } from '../../../scripts/lib/run.mjs'
import { untilPortAnswers } from '../../../scripts/lib/until-port-answers.mjs'

/**
 * Playwright's `test` with a gateway of each test's own, fresh and not yet set up: `page.goto('/')` opens it, and
 * `baseURL` is its address.
 */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern
  baseURL: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-browser-'))
    const port = await freePort()
    const place = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn' }
    const env = { ...bunEnvironment, ...place, DATABASE_URL: '', REDIS_URL: '' }
    const server = start(bun, ['packages/server/src/main.ts'], { env })
    await untilPortAnswers('Tollgate', port, server)
    await use(`http://127.0.0.1:${port}`)
    await stop(server)
    rmSync(folder, { recursive: true, force: true })
  },
})
