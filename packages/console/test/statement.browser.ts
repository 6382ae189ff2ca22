import { expect } from '@playwright/test'
import { barriers } from './axe.ts'
import { test } from './furnished.ts'
import { PHONE, settled } from './page-problems.ts'

test('a monthly statement is reached from the wallet, adds up, is printed and saved', async ({ page }) => {
  await page.goto('/topup')
  await page.getByRole('link', { name: 'Monthly statement' }).click()
  await expect(page).toHaveURL(/\/topup\/statement$/)
  const table = page.getByRole('table', { name: 'Monthly statement' })
  await expect(table.getByRole('rowheader', { name: /^Opening balance/ })).toBeVisible()
  await expect
    .poll(async () => {
      const cells = await table.locator('tbody td:last-child').allInnerTexts()
      const amounts = cells.map(cell => Number(cell.replace(/[−–]/g, '-').replace(/[^\d.-]/g, '')))
      const closing = amounts.pop() ?? Number.NaN
      return Math.abs(amounts.reduce((sum, amount) => sum + amount, 0) - closing)
    })
    .toBeLessThan(0.0001)
  await settled(page)
  expect(await barriers(page)).toEqual([])
  const { TEST_PICTURES } = process.env
  if (TEST_PICTURES) await page.screenshot({ path: `${TEST_PICTURES}/statement.png` })
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^statement-\d+-\d{4}-\d\d\.csv$/)

  await page.setViewportSize(PHONE)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  if (TEST_PICTURES) await page.screenshot({ path: `${TEST_PICTURES}/statement-phone.png` })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(table).toBeVisible()

  await page.goto('/topup/statement?user=99999999')
  await expect(page.getByText('The statement could not be made')).toBeVisible()
})
