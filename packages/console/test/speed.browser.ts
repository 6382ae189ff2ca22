import { expect, type Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { test } from './furnished.ts'
import { PHONE, settled, withoutLive } from './page-problems.ts'

/**
 * What the first visit to a page may cost: requests, and kilobytes as sent, with their headers. Everything counts that is fetched until
 * the network rests; what comes when it is pointed at, focused or pressed does not.
 */
const BUDGETS = [
  { path: '/login', requests: 12, kilobytes: 200 },
  { path: '/token', requests: 29, kilobytes: 258 },
  { path: '/user', requests: 25, kilobytes: 250 },
  { path: '/redemption', requests: 23, kilobytes: 245 },
  { path: '/channel', requests: 32, kilobytes: 287 },
  { path: '/log', requests: 32, kilobytes: 274 },
  { path: '/task', requests: 30, kilobytes: 283 },
  { path: '/midjourney', requests: 30, kilobytes: 285 },
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
  await page.goto('/channel')
  await settled(page)
  const edit = page.getByRole('button', { name: /^Edit: OpenAI$/ })
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
  // before the form has come
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/channel$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(edit).toBeFocused()

  await edit.click()
  await expect(page.getByRole('dialog', { name: 'Edit channel “OpenAI”' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { changed: number }).changed)).toBe(0)
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
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.locator('.ant-anchor-link').last().locator('.ant-anchor-link-title')).toHaveClass(/active/)
  await page.setViewportSize(PHONE)
  await settled(page)
  expect(await barriers(page)).toEqual([])
})
