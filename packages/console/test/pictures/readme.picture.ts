import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { bun } from '../../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../../scripts/lib/run.mjs'
import { test } from '../furnished.ts'
import { PHONE, settled } from '../page-problems.ts'

const FOLDER = join(import.meta.dirname, '../../../../docs/screenshots')

interface Picture {
  name: string
  path: string
  /** Actions before the picture. */
  open?: (page: Page) => Promise<void>
  size?: typeof PHONE
  inDark?: true
}

const pictures: Picture[] = [
  { name: 'home', path: '/', inDark: true },
  { name: 'channels', path: '/channel', inDark: true },
  { name: 'log', path: '/log', open: openReceipt, inDark: true },
  { name: 'log-phone', path: '/log', size: PHONE },
  { name: 'settings', path: '/setting?q=quota' },
  { name: 'token', path: '/token', open: makeToken },
]

test.use({ colorScheme: 'light', reducedMotion: 'reduce' })

/**
 * The console asks for the system's own typeface, and a bare Linux has none like most people's. A headless browser also draws no
 * scroll bar, for which the page keeps room.
 */
const LOOK = `
  * { --ant-font-family: Inter, system-ui, sans-serif !important }
  html { scrollbar-gutter: auto !important }`
const DAYS_UP = 12

test('the pictures of the README', async ({ page, furnished: { gateway, operator } }) => {
  await operator.setOption('ServerAddress', 'https://ai.example.com')
  await runQuietly('The calls stay new.', bun, [join(import.meta.dirname, 'in-use-for-days.ts'), gateway.databaseFile])
  await page.addInitScript(() => {
    localStorage.setItem('first-steps-hidden', 'true')
    localStorage.setItem('logs-page-size', '20')
  })
  await page.route('/api/status', async route => {
    const response = await route.fetch()
    const reply = await response.json()
    reply.data.start_time -= DAYS_UP * 24 * 3600
    await route.fulfill({ response, json: reply })
  })
  for (const { name, path, open, size = { width: 1440, height: 820 }, inDark } of pictures) {
    await page.setViewportSize(size)
    await page.goto(path)
    await page.addStyleTag({ content: LOOK })
    await settled(page)
    await open?.(page)
    for (const colorScheme of inDark ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme })
      await settled(page)
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
})

async function openReceipt(page: Page) {
  await page
    .getByRole('row', { name: /claude-sonnet-5/ })
    .first()
    .getByRole('button', { name: /^Details of/ })
    .click()
  await expect(page.getByRole('table', { name: 'Receipt' })).toBeVisible()
}

async function makeToken(page: Page) {
  await page.getByRole('button', { name: 'Add token' }).click()
  await page.getByLabel('Name').last().fill('Customer support')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'The token is ready' })).toBeVisible()
}
