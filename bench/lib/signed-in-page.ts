import type { Browser, Page } from '@playwright/test'
import type { User } from '../../packages/contract/src/index.ts'
import type { Gateway } from './gateway.ts'

/** Opens an empty page in a fresh browser, signed in as the operator; `remembered` fills its storage. */
export async function signedInPage(
  browser: Browser,
  { operator }: Gateway,
  remembered: Record<string, string>,
): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { cookie: operator.headers.cookie ?? '' } })
  const page = await context.newPage()
  const user = await operator.consoleCall<User>('GET', '/api/user/self')
  await page.addInitScript(
    stored => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { user: JSON.stringify(user), ...remembered },
  )
  return page
}
