import { expect } from '@playwright/test'
import { test } from './gateway.ts'

test('a fresh gateway leads every page to its set-up', async ({ page }) => {
  await page.goto('/token')
  await expect(page).toHaveURL('/setup')
})
