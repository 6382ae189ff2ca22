import { expect, type Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { test } from './furnished.ts'
import { PHONE, settled, withoutLive } from './page-problems.ts'

test.use({ reducedMotion: 'no-preference' })

/**
 * Budgets of a first visit to a page: requests, and kilobytes as sent, including headers. Everything fetched until the network is
 * idle counts; what loads on hover, focus or a press does not. Each is a fiftieth above what was measured, since lists differ by what
 * earlier tests added.
 */
const BUDGETS = [
  { path: '/login', requests: 14, kilobytes: 214 },
  { path: '/token', requests: 31, kilobytes: 282 },
  { path: '/user', requests: 30, kilobytes: 277 },
  { path: '/redemption', requests: 23, kilobytes: 264 },
  { path: '/channel', requests: 34, kilobytes: 316 },
  { path: '/log', requests: 33, kilobytes: 307 },
  { path: '/task', requests: 31, kilobytes: 309 },
  { path: '/midjourney', requests: 31, kilobytes: 313 },
  { path: '/pricing', requests: 27, kilobytes: 287 },
  { path: '/detail', requests: 35, kilobytes: 300 },
]

test('a first visit stays within its budget of requests and bytes', async ({ browser, baseURL, storageState }) => {
  test.setTimeout(120_000)
  const excess: string[] = []
  for (const { path, requests, kilobytes } of BUDGETS) {
    const context = await browser.newContext({ baseURL, locale: 'en-US', ...(path !== '/login' && { storageState }) })
    const page = await context.newPage()
    await withoutLive(page)
    const fetched = await countFetched(page)
    await page.goto(path)
    await settled(page)
    // biome-ignore lint/suspicious/noPlaywrightNetworkidle: what is fetched until then counts
    await page.waitForLoadState('networkidle')
    const [count, sent] = [fetched.size, sum(fetched.values()) / 1000]
    if (count > requests) excess.push(`${path}: ${count} requests`)
    if (sent > kilobytes) excess.push(`${path}: ${sent.toFixed(1)} KB`)
    await context.close()
  }
  expect(excess).toEqual([])
})

/** The bytes of each request, counted as they end. */
async function countFetched(page: Page): Promise<Map<string, number>> {
  const fetched = new Map<string, number>()
  const wire = await page.context().newCDPSession(page)
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) fetched.set(requestId, 0)
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => fetched.set(requestId, encodedDataLength))
  await wire.send('Network.enable')
  return fetched
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0)

test('a form opens over rows that stay as they are, closes by Escape at once, and gives the focus back', async ({
  page,
}) => {
  await withoutLive(page)
  await page.goto('/channel')
  await settled(page)
  const edit = page.getByRole('button', { name: /^Edit: OpenAI$/ })
  // The rows themselves, not what stood in for them.
  await expect(edit).toBeVisible()
  await page.evaluate(() => {
    const body = document.querySelector('tbody')
    if (!body) throw new Error('there is no table')
    const marked = window as unknown as { changed: number }
    marked.changed = 0
    new MutationObserver(changes => {
      marked.changed += changes.filter(({ type }) => type === 'childList').length
    }).observe(body, { subtree: true, childList: true })
  })
  await edit.click()
  // before the form has loaded
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/channel$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(edit).toBeFocused()

  await edit.click()
  await expect(page.getByRole('dialog', { name: 'Edit channel “OpenAI”' })).toBeVisible()
  const changed = await page.evaluate(() => (window as unknown as { changed: number }).changed)
  expect(changed).toBe(0)
})

test('a form is driven by the address alone: Back closes it, and the next row opens at the first click', async ({
  page,
}) => {
  await page.goto('/channel')
  await settled(page)
  await page.getByRole('button', { name: 'Edit: Claude' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit channel “Claude”' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('dialog', { name: 'Edit channel “Claude”' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/channel$/)
  await page.getByRole('button', { name: 'Edit: Gemini' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit channel “Gemini”' })).toBeVisible()
  await expect(page).toHaveURL(/\/channel\/edit\/\d+$/)
})

test('the chats of the side menu are folded until asked for, and stay as they were', async ({ page }) => {
  await page.goto('/token')
  await settled(page)
  const menu = page.getByRole('navigation', { name: 'Console menu' })
  await expect(menu.getByRole('link', { name: 'LobeChat' })).toHaveCount(0)
  await menu.getByRole('button', { name: /chats$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('link', { name: 'LobeChat' })).toBeVisible()
  await page.reload()
  await menu.getByRole('link', { name: 'LobeChat' }).click()
  await expect(page).toHaveURL(/\/chat\/\d/)
})

test('the settings mark their last section at their end, and have no barriers on a phone', async ({ page }) => {
  await page.goto('/setting')
  await settled(page)
  const last = page.locator('.ant-anchor-link').last().locator('.ant-anchor-link-title')
  // The page may still be growing when it is scrolled.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(last).toHaveClass(/active/, { timeout: 2_000 })
  }).toPass()
  await page.setViewportSize(PHONE)
  await settled(page)
  expect(await barriers(page)).toEqual([])
})

test('a form asks for its row while its code is on the way, and draws first what is seen first', async ({ page }) => {
  await page.goto('/channel')
  await settled(page)
  // its row is requested even while its code is held back
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/assets\/form-.*\.js$/, async route => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/channel\/\d+$/)
  await page.evaluate(() => {
    const watched = window as unknown as { drawn: number[] }
    watched.drawn = []
    new MutationObserver(() => {
      const count = document.querySelectorAll('[role=dialog] .ant-form-item').length
      if (count !== watched.drawn.at(-1)) watched.drawn.push(count)
    }).observe(document.body, { subtree: true, childList: true })
  })
  await page.getByRole('button', { name: 'Edit: Claude' }).click()
  await asked
  release()
  const dialog = page.getByRole('dialog', { name: 'Edit channel “Claude”' })
  await expect(dialog.getByText('Other model names')).toBeVisible()
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: number[] }).drawn.filter(count => count > 0))
  await expect.poll(async () => (await drawn()).at(-1)).toBeGreaterThan(15)
  const [first] = await drawn()
  expect(first).toBeLessThanOrEqual(5)
})

/** Advances the page's own timers, but not to the 300 ms for which React's `Suspense` holds back. */
const pass = (page: Page) => page.clock.runFor(100)

/** Longer than a busy machine takes to stop it. */
const LATER_MS = 10_000

async function stopClock(page: Page) {
  // biome-ignore lint/suspicious/noPlaywrightNetworkidle: code that is prepared has come by then
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LATER_MS)
}

test('a list’s form is prepared while the pointer is over the page, and leaves nothing in the document', async ({
  page,
}) => {
  await withoutLive(page)
  await page.goto('/token')
  await settled(page)
  const hasStyles = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('style')].some(style => style.textContent?.includes('.ant-drawer')),
    )
  await expect.poll(hasStyles).toBe(false)
  const code = page.waitForResponse(/\/assets\/form-core-.*\.js$/)
  await page.getByRole('heading', { level: 1 }).hover()
  await (await code).finished()
  await expect.poll(hasStyles).toBe(true)
  await expect(page.getByRole('main').locator('form')).toHaveCount(0)
})

test('a form that has come is shown at once', async ({ page }) => {
  await page.clock.install()
  await page.goto('/token')
  await settled(page)
  const edit = page.getByRole('button', { name: /^Edit: / }).first()
  const code = page.waitForResponse(/\/assets\/form-core-.*\.js$/)
  await edit.hover()
  await (await code).finished()
  await stopClock(page)
  await edit.click()
  await pass(page)
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeVisible()
})

test('a menu, a page and a row’s details are shown as soon as their code has come', async ({ page }) => {
  await withoutLive(page)
  await page.clock.install()
  await page.goto('/token')
  const more = page.getByRole('button', { name: /^More actions/ }).first()
  // Rows that come later would wait for the clock.
  await more.waitFor()
  await settled(page)
  await stopClock(page)
  await more.click()
  await expect(page.getByRole('menuitem').first()).toBeAttached()

  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Console menu' }).getByRole('link', { name: 'Usage log' }).click()
  await pass(page)
  await expect(page.getByRole('main').getByText('Live')).toBeVisible()
  await page.clock.resume()
  const row = page.locator('tbody button[aria-expanded=false]').first()
  await row.waitFor()
  await stopClock(page)
  await row.click()
  await pass(page)
  await expect(page.locator('tbody td[colspan] dl').first()).toBeVisible()
})
