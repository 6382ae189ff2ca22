import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

test('a colleague is invited by a link, makes an account while registration is closed, and may what was ticked', async ({
  page,
  operator,
  browser,
}) => {
  await operator.setOption('RegisterEnabled', false)
  await page.goto('/user')
  await page.getByRole('button', { name: 'Invite' }).click()
  const form = page.getByRole('dialog', { name: 'Invite somebody' })
  await form.getByRole('radio', { name: 'Administrator' }).check()
  await form.getByRole('radio', { name: 'Only what is ticked' }).check()
  await form.getByRole('checkbox', { name: /^Channels: operate/ }).check()
  await form.getByRole('button', { name: 'Make a link' }).click()
  const link = (await page.locator('pre', { hasText: '/invitation#' }).textContent()) ?? ''
  expect(link).toMatch(/\/invitation#[0-9a-f]{64}$/)

  const guest = await browser.newPage()
  await guest.goto(link)
  await expect(guest.getByText('keeper invites you as an administrator.')).toBeVisible()
  await guest.getByLabel('Username').fill('colleague')
  await guest.getByLabel('Password', { exact: true }).fill('correct horse')
  await guest.getByRole('button', { name: 'Accept and create the account' }).click()
  await expect(guest).toHaveURL('/token')
  const menu = guest.getByRole('navigation', { name: 'Console menu' })
  await expect(menu.getByRole('link', { name: 'Channels' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await guest.goto(link)
  await guest.reload()
  await expect(guest.getByText('This invitation is unknown, expired, withdrawn or already used')).toBeVisible()
  await guest.close()

  await page.goto('/user/invitations')
  const row = page.getByRole('row').filter({ hasText: 'colleague' })
  await expect(row).toContainText('Accepted')
  await expect(row).toContainText('Channels: see · Channels: operate')
  await expect(row.getByRole('button', { name: /^Withdraw/ })).toBeDisabled()
})

test('an account that exists accepts signed in, and a withdrawn link is refused', async ({
  page,
  operator,
  browser,
}) => {
  const username = 'waiting'
  const password = 'correct horse'
  await operator.ask('POST', '/api/user/', { username, password })
  const invite = () => operator.ask<{ id: number; code: string }>('POST', '/api/invitation/', { role: 10 })
  const { code } = await invite()
  const guest = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()
  await guest.goto(`/invitation#${code}`)
  await guest.getByRole('link', { name: 'I have an account: sign in' }).click()
  await guest.getByLabel('Username or e-mail').fill(username)
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click()
  await guest.getByRole('button', { name: 'Accept as waiting' }).click()
  await expect(guest.getByText('The invitation is accepted')).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Users' })).toBeVisible()
  await guest.context().close()

  const { id, code: withdrawn } = await invite()
  await page.goto('/user/invitations')
  await page.getByRole('button', { name: `Withdraw: Link ${id}` }).click()
  await expect(page.getByRole('row').filter({ hasText: `Link ${id}` })).toContainText('Withdrawn')
  await page.goto(`/invitation#${withdrawn}`)
  await expect(page.getByText(/^This invitation is unknown/)).toBeVisible()
})
