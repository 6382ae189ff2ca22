import { expect } from '@playwright/test'
import { test } from './furnished.ts'
import { PHONE, settled } from './page-problems.ts'

test('the log is printed black on white, as one table with its heading, naming time and filters', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/log?model_name=gpt-5-mini&type=2')
  await settled(page)
  await page.locator('tbody button[aria-expanded]').first().click()
  await expect(page.getByRole('table', { name: 'Receipt' })).toBeVisible()
  const rows = await page.locator('tbody button[aria-expanded]').count()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // As narrow as a sheet of paper, which on a screen would show cards.
  await page.setViewportSize({ width: 700, height: 900 })
  const sheet = page.locator('main table:not(td table)').filter({ has: page.locator('thead', { hasText: 'Model' }) })
  const printed = sheet.filter({ visible: true })
  await expect(printed).toHaveCount(1)
  await expect(printed.locator('> thead th').first()).toHaveText('Time')
  await expect(printed.locator('> tbody')).toHaveCount(rows)
  await expect(printed.getByRole('table', { name: 'Receipt' })).toBeVisible()
  await expect(printed.locator('> thead')).toHaveCSS('display', 'table-header-group')
  await expect(printed.locator('> tbody td').first()).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, {
    useInnerText: true,
  })
  await expect(
    page.getByText(/Time: everything\. .*Filters: Model gpt-5-mini, Type Call\. Rows 1–\d+ of \d+\./),
  ).toBeVisible()

  for (const gone of [page.getByRole('navigation'), page.getByRole('search'), page.getByRole('button')])
    await expect(gone.filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(printed).toHaveCSS('color', 'rgb(0, 0, 0)')
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(PHONE)
  await expect(page.locator('article').first()).toBeVisible()
})

test('a receipt has an address; one that nobody has, or that is another’s, says so in a sentence', async ({ page }) => {
  await page.goto('/log?model_name=gpt-5-mini&type=2')
  await settled(page)
  await page.locator('tbody button[aria-expanded]').first().click()
  await page.getByRole('link', { name: 'Open by itself' }).click()
  await expect(page).toHaveURL(/\/log\/receipt\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Receipt' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Receipt' })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^receipt-\d+\.csv$/)

  await page.goto('/log/receipt/99999999')
  await expect(page.getByText('There is no receipt under this address')).toBeVisible()
})

test('the books are printed with every sum and rule, and are saved as a table', async ({ page }) => {
  await page.goto('/books')
  await expect(page.getByText('Everything balances')).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toBe('books.csv')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/Checked at/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Sum of entries' })).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
})
