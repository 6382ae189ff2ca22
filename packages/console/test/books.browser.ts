import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

test('the books are proved with their figures, and what breaks a rule is listed', async ({ page }) => {
  await page.goto('/token')
  await page.getByRole('link', { name: 'Books' }).click()
  await expect(page.getByText('Everything balances')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Balances of users' })).toHaveText(/1100,000,000\+0=100,000,000$/)

  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const rule = 'balance + open holds = sum of entries, for every user'
  const sums = { accounts: 1, balance: 700, held: 0, entered: 500 }
  await page.route('/api/audit', async route => {
    await answered
    await route.fulfill({
      json: {
        success: true,
        message: '',
        data: [{ rule, id: 1, expected: 500, found: 700 }],
        figures: { users: sums, tokens: { ...sums, balance: 500 }, entries: 2, open_holds: 0 },
      },
    })
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Going through every account')).toBeVisible()
  answer()
  await expect(page.getByText('1 mistake found')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Users: balance' })).toHaveText(/1500700200$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Users: balance' })).toContainText('Broken 1 time')
})
