import { test as base } from './set-up.ts'

/** Playwright's `test` with a set-up gateway for each test, and a browser signed in as its super admin. */
export const test = base.extend<{ isSignedIn: true }>({
  isSignedIn: [
    async ({ page, gateway, operator }, use) => {
      await page.context().addCookies([{ ...operator.session, url: gateway.url }])
      await page.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(operator.user))
      await use(true)
    },
    { auto: true },
  ],
})
