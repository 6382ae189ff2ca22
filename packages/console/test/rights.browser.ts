import { expect } from '@playwright/test'
import { ADMIN, makeAdmin, signInAsAdmin } from './become-admin.ts'
import { test } from './signed-in.ts'

test('the super admin limits an administrator, whose menu and calls are the rights that are left', async ({
  page,
  gateway,
  operator,
}) => {
  const id = await makeAdmin(operator)
  await page.goto('/rights')
  const row = page.getByRole('row').filter({ hasText: ADMIN.username })
  await expect(row).toContainText('All that an administrator may')
  await row.getByRole('button', { name: /^Change the rights/ }).click()
  const form = page.getByRole('dialog', { name: 'Rights of “helper”' })
  await form.getByRole('radio', { name: 'Only what is ticked' }).check()
  await form.getByRole('checkbox', { name: /^Channels: operate/ }).check()
  // Who operates channels sees them.
  await expect(form.getByRole('checkbox', { name: /^Channels: see/ })).toBeChecked()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(row).toContainText('Channels: see · Channels: operate')
  await expect(row).toContainText('keeper')

  await signInAsAdmin(page, gateway, id)
  await page.goto('/channel')
  const menu = page.getByRole('navigation').filter({ hasText: 'Channels' })
  await expect(menu.getByRole('link', { name: 'Channels' })).toBeVisible()
  for (const name of ['Users', 'Redemption codes', 'System settings'])
    await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.goto('/redemption')
  await expect(page.getByText('This page needs the right “Codes”')).toBeVisible()
})
