import { test as base } from './fresh.ts'
import { startGateway } from './gateway.ts'
import { type Operator, signIn } from './operator.ts'

/** Playwright's `test` with a set-up gateway for each test, and its super admin, who has just signed in. */
export const test = base.extend<{ operator: Operator }>({
  gateway: async ({ leftFolder }, use) => {
    const gateway = await startGateway(leftFolder)
    await use(gateway)
    await gateway.stop()
  },
  operator: [async ({ gateway }, use) => use(await signIn(gateway.url)), { auto: true }],
})
