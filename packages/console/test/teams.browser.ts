import { expect } from '@playwright/test'
import type { Team } from '@tollgate/contract'
import { barriers } from './axe.ts'
import { PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { test } from './signed-in.ts'

test('a team is made, paid into, and given a token; an invitation gives a link', async ({ page, operator }) => {
  await page.goto('/team')
  await page.getByRole('button', { name: 'Make a team' }).click()
  const form = page.getByRole('dialog', { name: 'New team' })
  await form.getByLabel('Name').fill('Crawlers')
  await form.getByRole('button', { name: 'Make a team' }).click()
  const wallet = page.getByRole('region', { name: 'Team wallet' })
  await expect(wallet).toBeVisible()

  await wallet.getByRole('button', { name: 'Pay in' }).click()
  const paying = page.getByRole('dialog', { name: 'Pay into the wallet of Crawlers' })
  await paying.getByLabel('Amount').fill('2')
  await paying.getByRole('button', { name: 'Pay in' }).click()
  await expect(paying).toBeHidden()
  await expect(wallet).toContainText('$2.00')

  const tokens = page.getByRole('region', { name: 'Team tokens' })
  await tokens.getByRole('button', { name: 'Make a token' }).click()
  const making = page.getByRole('dialog', { name: 'New token of Crawlers' })
  await making.getByLabel('Name').fill('agent')
  await making.getByRole('button', { name: 'Make a token' }).click()
  await expect(tokens).toContainText('agent')

  await page.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Invite' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite to Crawlers' })
  await expect(inviting.getByLabel('E-mail address')).toBeVisible()
  await inviting.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(/team\?invitation=[0-9a-f]{64}/)).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PHONE)
  await settled(page)
  expect(await problemsOnScreen(page, 'en')).toEqual([])
  expect(await barriers(page, ['color-contrast'])).toEqual([])

  const [team] = await operator.ask<Team[]>('GET', '/api/team/')
  expect(team).toMatchObject({ name: 'Crawlers', quota: 1_000_000, role: 'owner' })
})
