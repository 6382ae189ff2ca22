import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

test('the books are proved with their figures, and what breaks a rule is listed', async ({ page }) => {
  await page.goto('/token')
  await page.getByRole('link', { name: 'Books' }).click()
  await expect(page.getByText('Everything balances')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Balances of users' })).toHaveText(/1100,000,000\+0=100,000,0000$/)

  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const rule = 'balance = sum of entries, for every user'
  const sums = { accounts: 1, free: 600, leased: 100, entered: 500, owed: 25 }
  await page.route('/api/audit', async route => {
    await answered
    await route.fulfill({
      json: {
        success: true,
        message: '',
        data: [
          { rule, id: 1, expected: 500, found: 700 },
          ...['entry 0 of link 1 of chain n, made at 2026-11-22T07:00:00.000Z, is gone', 'gift:1 was added'].map(
            what => ({
              rule: 'every entry is what its chain says',
              id: 0,
              expected: 0,
              found: 1,
              what,
            }),
          ),
        ],
        figures: { users: sums, tokens: { ...sums, free: 400 }, entries: 2, leases: 1 },
        running: { calls: 2, held: 30 },
      },
    })
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Going through every account')).toBeVisible()
  answer()
  await expect(page.getByText('3 mistakes found')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Users: balance' })).toHaveText(/1500700200$/)
  await expect(page.getByRole('row', { name: 'Balances of users' })).toHaveText(/1600\+100≠50025$/)
  await expect(page.getByRole('row', { name: 'Caps of tokens' })).toHaveText(/1400\+100=50025$/)
  await expect(page.getByText('1 lease · 2 running calls hold 30')).toBeVisible()
  await expect(page.getByRole('row', { name: 'link 1 of chain n' })).toHaveText(/is gone––––$/)
  await expect(page.getByRole('row', { name: 'gift:1 was added' })).toHaveCount(1)
  await expect(page.getByRole('listitem').filter({ hasText: 'Users: balance' })).toContainText('Broken 1 time')
})
