import { expect } from '@playwright/test'
import { paleTexts } from './axe.ts'
import { test } from './furnished.ts'
import { settled } from './page-problems.ts'

test('what is said beside a value that cannot be changed is readable, in both themes', async ({ page }) => {
  for (const [path, field] of [
    ['/setting?tab=rate-limit', '#option-ModelRequestRateLimitDurationMinutes'],
    ['/topup', 'form input[disabled]'],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      await settled(page)
      await expect(page.locator(field).first()).toBeDisabled()
      const beside = '[class*="-disabled"] :is([class*="-prefix"], [class*="-suffix"])'
      await expect(page.locator(beside).filter({ hasText: /\S/ }).first()).toBeVisible()
      expect(await paleTexts(page, beside), `${path}, ${colorScheme}`).toEqual([])
    }
  }
})
