import { expect } from '@playwright/test'
import { settled } from './page-problems.ts'
import { test } from './signed-in.ts'

test('a token makes a child key, shows its tree and freezes its branch by one click', async ({ page, operator }) => {
  await operator.addToken({ name: 'fleet', unlimited_quota: false, remain_quota: 1_000_000 })
  await page.goto('/token')
  const row = page.getByRole('row').filter({ hasText: 'fleet' })
  await expect(row).toBeVisible()
  const choose = async (action: string) => {
    await row.getByRole('button', { name: 'More actions for fleet' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await choose('Make a child key')
  const form = page.getByRole('dialog', { name: 'Child key of “fleet”' })
  await form.getByLabel('Name').fill('crawler')
  await form.getByLabel('Label').fill('job 7')
  await form.getByRole('button', { name: 'Create' }).click()
  const ready = page.getByRole('dialog', { name: 'The token is ready' })
  await expect(ready.getByText(/^sk-/).first()).toBeVisible()
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(ready).toBeHidden()

  await expect(row).toContainText('1 child key, left: $0.10')
  await row.getByRole('button', { expanded: false }).first().click()
  const child = page.getByRole('row').filter({ hasText: 'crawler' })
  await expect(child).toContainText('job 7')
  await settled(page)

  await choose('Freeze this branch')
  await expect(child).toContainText('Frozen')
  await expect(row).toContainText('Frozen')
  await choose('Unfreeze this branch')
  await expect(child).toContainText('Enabled')
})
