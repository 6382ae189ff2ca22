import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

/** Where a balance, key, address or name of these is shown. */
const PAGES = ['/user', '/token', '/log', '/topup', '/personal', '/rights']

test('masking hides names, keys, mail addresses, IP addresses and balances, here and after a reload', async ({
  page,
  operator,
}) => {
  const { key } = await operator.addToken({ name: 'shown' })
  await operator.ask('POST', '/api/user/', { username: 'katya', password: 'correct horse' })
  await page.goto('/user')
  await expect(page.getByText('katya')).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Mask sensitive values' }).click()
  await expect(page.getByText('katya')).toBeHidden()
  const secrets = ['katya', operator.user.username, key.slice(0, 8)]
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Hidden' }).first()).toBeVisible()
    for (const secret of secrets)
      await expect(
        page.getByText(secret, { exact: false }).and(page.locator(':visible')),
        `${secret} on ${path}`,
      ).toHaveCount(0)
  }
  // Other pages show the gateway’s own address, which is the same here.
  await page.goto('/log')
  await expect(page.getByRole('img', { name: 'Hidden' }).first()).toBeVisible()
  await expect(page.getByText('127.0.0.1')).toHaveCount(0)
  await page.goto('/topup')
  const balance = page.getByRole('region', { name: 'Balance' })
  await expect(balance.getByRole('img', { name: 'Hidden' }).first()).toBeVisible()
  await expect(balance).not.toContainText('$')

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Show sensitive values' }).click()
  await expect(balance).toContainText('$')
})
