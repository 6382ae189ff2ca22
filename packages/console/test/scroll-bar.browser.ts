import { expect, type Page } from '@playwright/test'
import { test } from './furnished.ts'
import { DESKTOP, settled, withoutLive } from './page-problems.ts'

// Playwright's Chromium hides them.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

const rightOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(element => Math.round(element.getBoundingClientRect().right))
const endsAt = (page: Page, selector: string, right: number) =>
  expect.poll(() => rightOf(page, selector), selector).toBe(right)
const isScrolled = (page: Page) => page.evaluate(() => document.documentElement.clientWidth < innerWidth)

test('room is kept for the scroll bar, and no strip is seen where it is not', async ({ page }) => {
  await withoutLive(page)
  await page.setViewportSize(DESKTOP)
  await page.goto('/channel?keyword=nothing-has-this-name')
  await settled(page)
  await expect.poll(() => isScrolled(page)).toBe(false)
  await endsAt(page, 'header', DESKTOP.width)
  const [main, button] = [await rightOf(page, 'main'), await rightOf(page, 'header button:last-of-type')]

  await page.goto('/setting')
  await settled(page)
  await expect.poll(() => isScrolled(page)).toBe(true)
  await endsAt(page, 'main', main)
  await endsAt(page, 'header button:last-of-type', button)

  for (const path of ['/channel/edit/1', '/user/edit/1']) {
    await page.goto(path)
    await settled(page)
    await endsAt(page, '.ant-drawer-mask', DESKTOP.width)
    await endsAt(page, '#root > *', DESKTOP.width)
    await endsAt(page, 'main', main)
  }
})
