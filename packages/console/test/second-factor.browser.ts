import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { OPERATOR } from './operator.ts'
import { test } from './signed-in.ts'

async function secondStep(page: Page, code: string) {
  await page.getByLabel('One-time or recovery code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function firstStep(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Username or e-mail').fill(OPERATOR.username)
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('one-time codes are set up; then a sign-in takes one, or a recovery code', async ({ page }) => {
  await page.goto('/personal')
  const panel = page.getByRole('region', { name: 'Second factor' })
  await expect(panel).toContainText('Off')
  await panel.getByRole('button', { name: 'Set up' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set up the second factor' })
  await expect(setUp.locator('svg').first()).toBeVisible()
  const secret = (await setUp.locator('pre').textContent()) ?? ''
  await setUp.getByLabel('The code that the app shows now').fill('12')
  await setUp.getByRole('button', { name: 'Switch on' }).click()
  await expect(setUp.getByRole('alert')).toContainText('This code is wrong')
  const used = Date.now()
  await setUp.getByLabel('The code that the app shows now').fill(new TOTP({ secret }).generate({ timestamp: used }))
  await setUp.getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.locator('pre')).toHaveText(/^\S+(\s\S+){9}$/)
  const recovery = ((await codes.locator('pre').textContent()) ?? '').split('\n')
  await codes.getByRole('button', { name: 'I have stored them' }).click()
  await expect(codes).toBeHidden()
  await expect(panel).toContainText('10 recovery codes are left.')

  await page.context().clearCookies()
  await firstStep(page)
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await secondStep(page, '12')
  await expect(page.getByText('This code is wrong, has expired or was already used')).toBeVisible()
  // the code of the time step after the one used at set-up
  await secondStep(page, new TOTP({ secret }).generate({ timestamp: used + 30_000 }))
  await expect(page).toHaveURL(/\/token/)

  await page.context().clearCookies()
  await firstStep(page)
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await secondStep(page, recovery[0]?.toLowerCase() ?? '')
  await expect(page).toHaveURL(/\/token/)
  await page.goto('/personal')
  await expect(panel).toContainText('9 recovery codes are left.')
})

test('showing a channel’s key asks who is there once the sign-in is long ago', async ({ page, gateway, operator }) => {
  await operator.addChannel({ name: 'first', type: 1, key: 'sk-upstream', models: 'gpt-4o' })
  await runQuietly('It is an hour later.', bun, [
    join(import.meta.dirname, 'signed-in-long-ago.ts'),
    gateway.databaseFile,
  ])
  await page.goto('/channel/edit/1')
  await page.getByRole('button', { name: 'Reveal key' }).click()
  await page.getByRole('dialog', { name: 'Reveal the key' }).getByRole('button', { name: 'Reveal key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill('a guess')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toContainText('That was not correct; try again')
  await dialog.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('sk-upstream')).toBeVisible()
})
