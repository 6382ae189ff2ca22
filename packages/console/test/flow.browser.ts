import { join } from 'node:path'
import { expect as expectNow } from '@playwright/test'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { barriers } from './axe.ts'
import { PHONE } from './page-problems.ts'
import { test } from './signed-in.ts'

const expect = expectNow.configure({ timeout: 20_000 })

test('the flow of calls filters the page by keyboard, and has the same numbers as a table', async ({
  page,
  gateway,
}) => {
  await runQuietly('The month stays empty.', bun, [join(import.meta.dirname, 'busy-month.ts'), gateway.databaseFile])
  await page.goto('/detail?unit=day&last=30')
  const panel = page.getByRole('region', { name: 'Where calls flow' })
  const models = panel.getByRole('list', { name: 'Models' })
  const first = models.getByRole('button').first()
  await expect(first).toHaveAttribute('aria-pressed', 'false')
  const name = (await first.getAttribute('title'))?.split(':')[0] ?? ''
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`model_name=${name}`))
  await expect(models.getByRole('button')).toHaveCount(1)
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/model_name/)

  expect(await barriers(page)).toEqual([])
  if (process.env.TEST_PICTURES) await panel.screenshot({ path: `${process.env.TEST_PICTURES}/flow.png` })

  await panel.getByText('Table', { exact: true }).click()
  const tables = panel.getByRole('table')
  await expect(tables).toHaveCount(3)
  const requests = await tables.evaluateAll(found =>
    found.map(table =>
      [...table.querySelectorAll('tbody tr')].reduce(
        (sum, row) => sum + Number(row.querySelectorAll('td')[1]?.textContent?.replace(/\D/g, '')),
        0,
      ),
    ),
  )
  expect(new Set(requests).size).toBe(1)
  expect(requests[0]).toBeGreaterThan(0)

  await page.setViewportSize(PHONE)
  // a phone begins with the table
  await page.reload()
  const pressed = tables.getByRole('button', { name, exact: true }).first()
  await expect(pressed).toHaveAttribute('aria-pressed', 'false')
  await pressed.click()
  await expect(page).toHaveURL(new RegExp(`model_name=${name}`))
  await expect(pressed).toHaveAttribute('aria-pressed', 'true')
  expect(await barriers(page)).toEqual([])
  if (process.env.TEST_PICTURES) await panel.screenshot({ path: `${process.env.TEST_PICTURES}/flow-table-phone.png` })
  await pressed.click()
  await expect(page).not.toHaveURL(/model_name/)

  await panel.getByText('Picture', { exact: true }).click()
  await expect(first).toBeVisible()
  if (process.env.TEST_PICTURES) await panel.screenshot({ path: `${process.env.TEST_PICTURES}/flow-phone.png` })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
})
