import { type Gateway, startGateway } from './gateway.ts'
import { test as base } from './worker.ts'

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
