import { expect, type Route } from '@playwright/test'
import { test } from './furnished.ts'
import { settled, withoutLive } from './page-problems.ts'

/** Pages of the side menu that the first page has not loaded. */
const PAGES = { 'Redemption codes': '/redemption', Channels: '/channel', 'Usage log': '/log', Wallet: '/topup' }

test('a page whose code is slow to come says at once which it is, and is there when the code has come', async ({
  page,
}) => {
  await withoutLive(page)
  await page.goto('/token')
  await settled(page)
  const main = page.getByRole('main')
  let isSlow = false
  const held: Route[] = []
  await page.route('**/*.js', route => (isSlow ? void held.push(route) : route.continue()))
  for (const [name, path] of Object.entries(PAGES)) {
    isSlow = true
    await page.getByRole('navigation', { name: 'Console menu' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect.poll(() => held.length, name).toBeGreaterThan(0)
    const heading = main.getByRole('heading', { level: 1, name })
    await expect(heading).toBeInViewport()
    const waiting = main.locator('[aria-busy=true]')
    await expect(waiting).toHaveCSS('opacity', '1')
    const before = await heading.boundingBox()

    isSlow = false
    await Promise.all(held.splice(0).map(route => route.continue()))
    await settled(page)
    await expect(waiting).toHaveCount(0)
    // the text being read does not move
    await expect.poll(() => heading.boundingBox()).toMatchObject({ x: before?.x, y: before?.y })
  }
})
