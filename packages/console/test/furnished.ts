import { test as base } from '@playwright/test'
import { furnish } from './demo-data.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type Operator, setUp, signIn } from './operator.ts'
import { fillTasks } from './task-rows.ts'
import { startUpstream } from './upstream/index.ts'

interface Options {
  /** How long the models think before each piece of an answer. */
  framePauseMs: number
}

interface Furnished {
  gateway: Gateway
  operator: Operator
}

/**
 * Playwright's `test` with a gateway in use, shared by the tests of a worker, which only look or undo their changes. The browser is
 * signed in as its super admin.
 */
export const test = base.extend<Record<never, never>, { furnished: Furnished } & Options>({
  framePauseMs: [0, { option: true, scope: 'worker' }],
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
  baseURL: ({ furnished }, use) => use(furnished.gateway.url),
  storageState: ({ furnished: { gateway, operator } }, use) =>
    use({
      cookies: [
        {
          ...operator.session,
          domain: '127.0.0.1',
          path: '/',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [{ origin: gateway.url, localStorage: [{ name: 'user', value: JSON.stringify(operator.user) }] }],
    }),
})
