import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '@tollgate/contract'
import { test } from './furnished.ts'
import { follow, PHONE, settled } from './page-problems.ts'

const LISTS = [
  '/log',
  '/channel',
  '/token',
  '/user',
  '/redemption',
  '/order',
  '/pricing',
  '/topup',
  '/detail',
  '/books',
  '/midjourney',
  '/task',
  '/jobs',
]
const WIDTHS = [1440, 1366, 1280, 1024]

/** Pixels by which the page, or a table in it, is too wide. */
const excessOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      0,
      document.documentElement.scrollWidth - innerWidth,
      ...[...document.querySelectorAll('[data-scrolls]')].map(frame => frame.scrollWidth - frame.clientWidth),
    ),
  )

for (const language of LANGUAGES) {
  test(`every list fits its page from 1024 pixels on, and no heading, time or tag is cut in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await page.addInitScript(chosen => localStorage.setItem('i18nextLng', chosen), language)
    const cut = () =>
      page
        .locator('thead th, tbody td:has(> time), tbody td time, tbody td:has(> [data-tag])')
        .evaluateAll(parts =>
          parts.filter(part => part.scrollWidth > part.clientWidth).map(({ textContent }) => textContent),
        )
    await page.goto('/about')
    for (const path of LISTS) {
      await follow(page, path)
      await settled(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => excessOf(page), `${path} at ${width}`).toBe(0)
        await expect.poll(cut, `${path} at ${width}`).toEqual([])
      }
    }
  })
}

for (const language of LANGUAGES) {
  test(`no choice is cut on a phone in ${language}`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(PHONE)
    await page.addInitScript(chosen => localStorage.setItem('i18nextLng', chosen), language)
    const cut = () =>
      page.locator('.ant-segmented').evaluateAll(choices =>
        choices
          .filter(choice => {
            const place = choice.parentElement?.getBoundingClientRect().right ?? innerWidth
            return choice.getBoundingClientRect().right > place + 1 || choice.scrollWidth > choice.clientWidth
          })
          .map(({ textContent }) => textContent),
      )
    for (const path of ['/pricing', '/detail', '/user/edit/1', '/token?new=true']) {
      await page.goto(path)
      await settled(page)
      await expect.poll(cut, path).toEqual([])
    }
  })
}

test('a receipt’s amounts are whole on a phone, in every language', async ({ page, furnished: { operator } }) => {
  const { items } = await operator.ask<{ items: { id: number; other: string }[] }>(
    'GET',
    '/api/log/?type=2&model_name=gpt-5-mini',
  )
  // its price, of which the cache's is a tenth, has the most digits
  const [call] = items.filter(({ other }) => other.includes('"cache_tokens"'))
  await page.setViewportSize(PHONE)
  await page.goto(`/log/receipt/${call?.id}`)
  for (const language of LANGUAGES) {
    await page.evaluate(chosen => localStorage.setItem('i18nextLng', chosen), language)
    await page.reload()
    await settled(page)
    const excess = () =>
      page
        .getByRole('table')
        .first()
        .evaluate(table => (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0))
    await expect.poll(excess, language).toBe(0)
  }
})

test('no heading covers the first line of a table in an opened row of the log', async ({ page }) => {
  await page.goto('/log?type=2')
  await settled(page)
  await page.locator('tbody button[aria-expanded]').first().click()
  await page.getByRole('table', { name: 'Attempts' }).waitFor()
  await settled(page)
  const tables = page.locator('td table')
  await expect(tables).toHaveCount(2)
  const smallestGap = () =>
    tables.evaluateAll(found =>
      Math.min(
        ...found.map(table => {
          const head = table.querySelector('thead th')?.getBoundingClientRect()
          const first = table.querySelector('tbody > tr > *')?.getBoundingClientRect()
          return (first?.top ?? 0) - (head?.bottom ?? 0)
        }),
      ),
    )
  await expect.poll(smallestGap).toBeGreaterThanOrEqual(-1)
})

test('what the server says changes with the language', async ({ page }) => {
  await page.goto('/log?act=channels')
  await settled(page)
  await expect(page.locator('tbody')).toContainText(' channel ')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: 'Русский' }).click()
  await expect(page.locator('tbody')).toContainText(' канал ')
  await expect(page.locator('tbody')).not.toContainText(' channel ')
})

test('the filters of the log take one line on a desktop, and one that is folded shows while it is set', async ({
  page,
}) => {
  for (const language of LANGUAGES) {
    await page.goto('/log')
    await page.evaluate(chosen => localStorage.setItem('i18nextLng', chosen), language)
    await page.reload()
    await settled(page)
    const highest = () =>
      page.getByRole('search').evaluateAll(bars => Math.max(...bars.map(({ clientHeight }) => clientHeight)))
    await expect.poll(highest, language).toBeLessThan(40)
  }
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'en'))
  await page.goto('/log')
  await expect(page.getByRole('combobox', { name: 'Group' })).toBeHidden()
  await page.getByRole('button', { name: 'More filters' }).click()
  await expect(page.getByRole('combobox', { name: 'Group' })).toBeVisible()
  await page.goto('/log?group=vip')
  await expect(page.locator('.ant-select-selection-item', { hasText: 'vip' })).toBeVisible()
})

test('paging is a step of the browser’s history: Back is the page before, not the list’s end', async ({ page }) => {
  await page.goto('/token')
  await page.goto('/log')
  await settled(page)
  await page.locator('.ant-pagination-item-2').click()
  await expect(page).toHaveURL(/p=2/)
  await page.goBack()
  await expect(page).toHaveURL(/\/log$/)
  await expect(page.locator('.ant-pagination-item-1')).toHaveClass(/ant-pagination-item-active/)
})

test('the log tells times to the second with their zone, or how long ago, as its reader likes', async ({ page }) => {
  await page.goto('/log')
  await settled(page)
  const first = page.locator('tbody time').first()
  await expect(first).toHaveText(/^(\d\d-\d\d )?\d\d:\d\d:\d\d$/)
  await expect(page.locator('thead')).toContainText('UTC')
  await page.getByRole('button', { name: 'Show how long ago' }).click()
  await expect(first).toHaveText(/ago|now/)
  await page.reload()
  await expect(first).toHaveText(/ago|now/)
  await page.getByRole('button', { name: 'Show exact times' }).click()
  await expect(first).toHaveText(/\d\d:\d\d:\d\d$/)
})

test('a failed call has one line for its reason, to the end of the row', async ({ page }) => {
  await page.goto('/log?type=5')
  await settled(page)
  const reason = page.locator('tbody tr[data-row] td[colspan]').first()
  // beside it only the row's menu
  const rest = () =>
    reason.evaluate(cell => {
      const [row, menu] = [cell.parentElement, cell.nextElementSibling]
      const width = (element: Element | null) => element?.getBoundingClientRect().width ?? 0
      return Math.abs((row?.getBoundingClientRect().right ?? 0) - cell.getBoundingClientRect().right - width(menu))
    })
  await expect.poll(rest).toBeLessThan(2)
  await expect(reason).toContainText(/\d(ms|s)/)
})

test('the log is filtered by a channel’s name, and what is no channel filters nothing', async ({ page }) => {
  await page.goto('/log?channel=nonsense')
  await settled(page)
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await page.goto('/channel')
  await settled(page)
  const name = await page.locator('tbody tr[data-row] td strong, tbody tr[data-row] td a').first().innerText()
  await page.goto('/log')
  await page.getByRole('combobox', { name: 'Channel' }).fill(name)
  await page.locator('.ant-select-item-option', { hasText: name }).first().click()
  await expect(page).toHaveURL(/channel=\d+/)
  await expect(page.locator('.ant-select-selection-item').filter({ hasText: name })).toBeVisible()
})

test('after an outage a list comes back by itself', async ({ page }) => {
  await page.route('**/api/log/**', route => route.abort())
  await page.goto('/log')
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/log/**')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('every number of the log is whole', async ({ page }) => {
  await page.goto('/log?type=2')
  await settled(page)
  /** `scrollWidth` rounds, and leaves out what overflows to the left. */
  const cut = () =>
    page.locator('tbody td[data-figures]').evaluateAll(cells =>
      cells
        .filter(cell => {
          const { paddingLeft, paddingRight } = getComputedStyle(cell)
          const content = document.createRange()
          content.selectNodeContents(cell)
          const { width } = content.getBoundingClientRect()
          const needed = width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
          return needed > cell.getBoundingClientRect().width + 0.1
        })
        .map(({ textContent }) => textContent),
    )
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(cut, `at ${width}`).toEqual([])
  }
})
