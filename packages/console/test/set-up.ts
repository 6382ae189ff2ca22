import { rmSync } from 'node:fs'
import { test as base, startGateway } from './gateway.ts'
import { type Operator, setUp, signIn } from './operator.ts'

/** Playwright's `test` with a set-up gateway for each test, and its super admin, who has just signed in. */
export const test = base.extend<{ operator: Operator }, { leftFolder: string }>({
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
  gateway: async ({ leftFolder }, use) => {
    const gateway = await startGateway(leftFolder)
    await use(gateway)
    await gateway.stop()
  },
  operator: [async ({ gateway }, use) => use(await signIn(gateway.url)), { auto: true }],
})
