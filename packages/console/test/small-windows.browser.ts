import { expect, type Page } from '@playwright/test'
import { LANGUAGES, type Language } from '@tollgate/contract'
import { test } from './furnished.ts'
import { DESKTOP, PHONE, settled, withoutLive } from './page-problems.ts'

const SMALL_DESKTOP = { width: 1024, height: 768 }

async function open(page: Page, path: string, size: { width: number; height: number }, language: Language = 'en') {
  await withoutLive(page)
  await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
  await page.setViewportSize(size)
  await page.goto(path)
  await settled(page)
}

/** The names of elements that scroll sideways. */
const scrollingSideways = (page: Page) =>
  page
    .locator('main :is(section, div)')
    .evaluateAll(found =>
      found
        .filter(part => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === 'auto')
        .map(part => part.getAttribute('aria-label') ?? part.className),
    )

for (const language of LANGUAGES) {
  test(`nothing on the dashboard scrolls sideways on a phone in ${language}`, async ({ page }) => {
    await open(page, '/detail', PHONE, language)
    // of the panels that say who and what
    const choicesOf = (panel: number) => page.locator('section header .ant-segmented').nth(panel).locator('label')
    const [who, what] = [choicesOf(0), choicesOf(1)]
    await expect(who).toHaveCount(2)
    await expect(what).toHaveCount(2)
    for (const choice of [...(await who.all()), ...(await what.all())]) {
      await choice.click()
      await settled(page)
      await expect.poll(() => scrollingSideways(page)).toEqual([])
    }
  })

  test(`the columns of the channels are chosen beside their search on a phone in ${language}`, async ({ page }) => {
    await open(page, '/channel', PHONE, language)
    const parts = page.locator('search').locator('input:not([role]), .ant-btn')
    await expect(parts).toHaveCount(4)
    const betweenMiddles = async () => {
      const middles = await parts.evaluateAll(found =>
        found.map(part => part.getBoundingClientRect()).map(({ y, height }) => y + height / 2),
      )
      return Math.max(...middles) - Math.min(...middles)
    }
    await expect.poll(betweenMiddles).toBeLessThan(2)
  })

  test(`the playground fits a small window and a phone in ${language}`, async ({ page }) => {
    for (const size of [SMALL_DESKTOP, PHONE]) {
      await open(page, '/playground', size, language)
      await expect(page.getByRole('main').getByRole('textbox')).toBeInViewport({ ratio: 1 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(size.height)
    }
  })
}

test('the menu of a row closes when its window becomes narrower', async ({ page }) => {
  await open(page, '/channel', DESKTOP)
  await page
    .locator('tr[data-row]')
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.setViewportSize(SMALL_DESKTOP)
  await expect(page.getByRole('menu')).toBeHidden()
})

test('the tables of a model’s prices are as wide as each other on a phone', async ({ page }) => {
  await open(page, '/pricing', PHONE)
  const card = page.getByRole('article').first()
  await card.locator('button[aria-expanded]').click()
  const tables = card.getByRole('table')
  await expect(tables).toHaveCount(3)
  const widths = () =>
    tables.evaluateAll(found => new Set(found.map(table => table.getBoundingClientRect().width)).size)
  await expect.poll(widths).toBe(1)
})
