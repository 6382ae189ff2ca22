import type { Route } from '@playwright/test'
import { test as base } from './set-up.ts'

/** Playwright's `test` with a set-up gateway for each test, and a browser signed in as its super admin. */
export const test = base.extend<{ isSignedIn: true }>({
  // A click on something that is still moving may miss it.
  reducedMotion: 'reduce',
  isSignedIn: [
    async ({ page, gateway, operator }, use) => {
      await page.context().addCookies([{ ...operator.session, url: gateway.url }])
      await page.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(operator.user))
      await page.context().route('**/api/channel/fetch_models', askOnlyThisMachine)
      await use(true)
    },
    { auto: true },
  ],
})

/** The form of a new channel asks its upstream for models by itself; makers of models cannot be reached. */
function askOnlyThisMachine(route: Route): Promise<void> {
  const { base_url = '' } = route.request().postDataJSON() as { base_url?: string }
  if (URL.parse(base_url)?.hostname === '127.0.0.1') return route.continue()
  return route.fulfill({ json: { success: false, message: 'The upstream did not list its models' } })
}
