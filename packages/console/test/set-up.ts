import { rmSync } from 'node:fs'
import { test as base, startGateway } from './gateway.ts'
import { type Operator, operatorAt, type SignedIn, setUp } from './operator.ts'

/** What a gateway left that had only been set up: much quicker to copy than to do again. */
interface Left extends SignedIn {
  folder: string
}

/** Playwright's `test` with a set-up gateway for each test, and its super admin. */
export const test = base.extend<{ operator: Operator }, { left: Left }>({
  left: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      const gateway = await startGateway()
      const { user, session } = await setUp(gateway.url)
      await gateway.stop(true)
      await use({ folder: gateway.folder, user, session })
      rmSync(gateway.folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  gateway: async ({ left }, use) => {
    const gateway = await startGateway(left.folder)
    await use(gateway)
    await gateway.stop()
  },
  operator: [async ({ gateway, left }, use) => use(operatorAt(gateway.url, left)), { auto: true }],
})
