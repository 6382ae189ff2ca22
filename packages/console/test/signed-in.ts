import { test as base } from './gateway.ts'
import { type Operator, setUp } from './operator.ts'

/** Playwright's `test` with a set-up gateway for each test, and a browser signed in as its super admin. */
export const test = base.extend<{ operator: Operator }>({
  // A click on something that is still moving may miss it.
  reducedMotion: 'reduce',
  operator: [
    async ({ page, gateway }, use) => {
      const operator = await setUp(gateway.url)
      await page.context().addCookies([{ ...operator.session, url: gateway.url }])
      await page.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(operator.user))
      await use(operator)
    },
    { auto: true },
  ],
})
