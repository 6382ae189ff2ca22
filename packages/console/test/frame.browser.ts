import { expect } from '@playwright/test'
import { test } from './furnished.ts'
import { OPERATOR } from './operator.ts'

test('signing in says what is wrong, and leads to the tokens', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/token')
  await expect(page).toHaveURL('/login?expired=true')
  await expect(page.getByRole('alert')).toContainText('your session has expired')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Please enter username and password')).toBeVisible()
  await page.getByLabel('Username or e-mail').fill(OPERATOR.username)
  await page.getByLabel('Password').fill(OPERATOR.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page).toHaveURL('/token')
  await page.getByRole('button', { name: 'Account of Root User' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('language, theme and the folded menu are remembered', async ({ page }) => {
  await page.goto('/token')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: 'Русский' }).click()
  await page.getByRole('button', { name: 'Включить тёмную тему' }).click()
  await page.getByRole('button', { name: 'Свернуть меню' }).click()
  await page.reload()
  await expect(page).toHaveTitle('API-токены · Tollgate')
  await expect(page.getByRole('button', { name: 'Включить светлую тему' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Развернуть меню' })).toBeVisible()
  const keys = ['i18nextLng', 'theme-mode', 'default_collapse_sidebar']
  const remembered = () => page.evaluate(names => names.map(name => localStorage.getItem(name)), keys)
  await expect.poll(remembered).toEqual(['ru', 'dark', 'true'])
})

test('a page without an entry of its own shows the one that leads to it as current', async ({ page }) => {
  const current = page.getByRole('navigation').locator('a.active')
  for (const [address, title] of [
    ['/plan/users', 'Plans'],
    ['/user/messages', 'Users'],
    ['/topup/statement', 'Wallet'],
    ['/moving-in', 'Jobs'],
  ] as const) {
    await page.goto(address)
    await expect(current).toHaveText([title])
    await expect(page.getByRole('link', { name: 'Console', exact: true })).toHaveAttribute('aria-current', 'page')
  }
})

test('further languages are in the menu, and all of a page is in the chosen one', async ({ page }) => {
  const titles = new Set<string>()
  for (const [name, lang] of [
    ['Français', 'fr'],
    ['日本語', 'ja'],
    ['Tiếng Việt', 'vi'],
    ['繁體中文', 'zh-TW'],
  ] as const) {
    await page.goto('/setting?tab=operation')
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await page.goto('/token')
    // the document's own title is the name alone
    await expect(page).toHaveTitle(/^(?!API tokens ).+ · Tollgate$/)
    titles.add(await page.title())
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'en'))
  }
  expect(titles.size).toBe(4)
})

test.describe('a browser in a language that the console does not have', () => {
  test.use({ locale: 'de-DE' })

  test('gets the site’s', async ({ page, furnished: { operator } }) => {
    await page.goto('/about')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await operator.setOption('general_setting.fallback_language', 'zh')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
    await operator.setOption('general_setting.fallback_language', 'ru')
  })
})

test('the palette goes to a page by a few letters', async ({ page }) => {
  await page.goto('/token')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('usage')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/log')
})

test('an operator’s home page is made harmless, and an address is embedded and receives the language', async ({
  page,
  furnished: { operator },
}) => {
  const say = (content: string) =>
    page.route('/api/home_page_content', route =>
      route.fulfill({ json: { success: true, message: '', data: content } }),
    )
  await say('# Ours\n\n<img src=x onerror="window.hit = true"><script>window.hit = true</script>')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Ours' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'hit' in window)).toBe(false)

  const heard = '<script>onmessage = ({ data }) => { if (data.lang) document.title = data.lang }</script>'
  await page.route('/framed', route => route.fulfill({ contentType: 'text/html', body: heard }))
  const address = new URL('/framed', page.url()).href
  // Its host may be framed once the server knows it.
  await operator.setOption('HomePageContent', address)
  await say(address)
  await page.reload()
  // The frame may just be loading anew.
  const titleInFrame = () =>
    page
      .frames()
      .find(one => one.url().endsWith('/framed'))
      ?.title()
      .catch(() => undefined)
  await expect.poll(titleInFrame).toBe('en')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: '中文', exact: true }).click()
  await expect.poll(titleInFrame).toBe('zh')
  await operator.setOption('HomePageContent', '')
})

test('on 1 January a greeting sparks for three seconds and reloads after ten', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install({ time: new Date('2027-01-01T12:00:00') })
  await page.goto('/')
  const greeting = page.getByRole('button', { name: 'Happy New Year!' })
  await expect(greeting).toBeVisible()
  // Otherwise the sparks may be gone before a slow machine has looked for them.
  await page.clock.pauseAt(new Date('2027-01-01T13:00:00'))
  await greeting.click()
  const sparks = page.locator('[class*=spark]')
  await expect(sparks).not.toHaveCount(0)
  await page.clock.runFor(3_000)
  await expect(sparks).toHaveCount(0)
  await expect(greeting).toBeDisabled()
  await page.clock.runFor(7_000)
  await expect(greeting).toBeEnabled()
})

test('without the gateway the console says so and tries again on request', async ({ page }) => {
  await page.route('/api/status', route => route.fulfill({ status: 500 }))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Failed to load status' })).toBeVisible()
  await page.unroute('/api/status')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'One address for every AI model' })).toBeVisible()
})
