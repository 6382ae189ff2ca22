import { rmSync } from 'node:fs'
import { test as base } from '@playwright/test'
import { furnish } from './demo-data.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type Operator, setUp, signIn } from './operator.ts'
import { fillTasks } from './task-rows.ts'
import { startUpstream } from './upstream/index.ts'

interface Kept {
  /** How long the models think before each piece of an answer. */
  framePauseMs: number
  furnished: { gateway: Gateway; operator: Operator }
  leftFolder: string
}

/**
 * Playwright's `test` with what a worker makes once, when first asked for. Every file's `test` extends it: Playwright starts another
 * worker, with another browser, for files with other such fixtures.
 */
export const test = base.extend<Record<never, never>, Kept>({
  framePauseMs: [0, { option: true, scope: 'worker' }],
  /** A gateway in use. */
  furnished: [
    async ({ framePauseMs }, use) => {
      const [gateway, upstream] = await Promise.all([startGateway(), startUpstream(framePauseMs)])
      await setUp(gateway.url)
      const operator = await signIn(gateway.url)
      await furnish(gateway.url, operator, upstream.url)
      await fillTasks(gateway.databaseFile, operator.user.id, `${gateway.url}/favicon.svg`)
      await use({ gateway, operator })
      await Promise.all([gateway.stop(), upstream.stop()])
    },
    // It has its own time: otherwise a worker's first test pays for it.
    { scope: 'worker', timeout: 240_000 },
  ],
  /** What a gateway left that had only been set up: much quicker to copy than to do again. */
  leftFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      const gateway = await startGateway()
      await setUp(gateway.url)
      await gateway.stop(true)
      await use(gateway.folder)
      rmSync(gateway.folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})
