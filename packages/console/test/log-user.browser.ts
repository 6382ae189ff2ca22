import { expect } from '@playwright/test'
import { test } from './furnished.ts'

test('an administrator presses a user of the log to see how they stand', async ({ page, furnished }) => {
  await page.goto('/log')
  await page
    .getByRole('link', { name: `About ${furnished.operator.user.username}` })
    .first()
    .click()
  const about = page.getByRole('tooltip')
  for (const label of ['User', 'Balance', 'Used', 'Calls'])
    await expect(about.getByText(label, { exact: true })).toBeVisible()
  await expect(about.getByText(furnished.operator.user.username)).toBeVisible()
  // the row stays closed
  await expect(page.locator('tbody [aria-expanded=true]')).toHaveCount(0)
})
