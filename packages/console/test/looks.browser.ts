import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { test } from './furnished.ts'
import { DESKTOP, PHONE, settled } from './page-problems.ts'

/** The main pages, by the name of their screenshot. */
const PAGES = {
  home: '/',
  dashboard: '/detail',
  tokens: '/token',
  log: '/log',
  channels: '/channel',
  'channel-form': '/channel/edit/1',
  users: '/user',
  prices: '/pricing',
  settings: '/setting?tab=operation',
  wallet: '/topup',
}

/**
 * The layouts of the main pages match their screenshots in `looks/`. Letters are left out, because they differ between machines; a
 * small difference is allowed, because their widths do too. After a change of a layout: `TEST_KEEP_LOOKS=1 npm test -- looks`, and
 * look at the screenshots.
 */
for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the main pages look on a ${size} as their pictures do`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: 'light' })
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(path)
      await settled(page)
      await expect.soft(page).toHaveScreenshot(`${name}-${size}.png`, {
        stylePath: fileURLToPath(new URL('looks/without-letters.css', import.meta.url)),
        maxDiffPixelRatio: 0.02,
      })
    }
  })
}
