import { join } from 'node:path'
import { expect } from '@playwright/test'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { becomeAdmin } from './become-admin.ts'
import { OPERATOR } from './operator.ts'
import { test } from './signed-in.ts'

const SECTION_LOCKED = 'Only the super admin can change these settings'
const LOCKED = 'Only the super admin can change this'

test('an admin sees what is the super admin’s, without secrets, and changes the rest', async ({
  page,
  gateway,
  operator,
}) => {
  for (const [key, value] of Object.entries({ SMTPServer: 'mail.example', SMTPToken: 'mail-secret', EpayKey: 'pay' }))
    await operator.setOption(key, value)
  await becomeAdmin(page, gateway, operator)
  await page.goto('/setting?tab=system')

  const mail = page.getByRole('region', { name: 'Mail server' })
  await expect(mail).toContainText(SECTION_LOCKED)
  await expect(mail.getByLabel('Mail server', { exact: true })).toHaveValue('mail.example')
  for (const input of await mail.getByRole('textbox').all()) await expect(input).toBeDisabled()
  await expect(mail.getByLabel('Password', { exact: true })).toBeDisabled()
  await expect(mail.getByRole('button', { name: 'Clear' })).toBeDisabled()
  await expect(mail.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect(await page.content()).not.toContain('mail-secret')

  const signIn = page.getByRole('region', { name: 'Sign-in and registration' })
  await expect(signIn).not.toContainText(SECTION_LOCKED)
  await expect(signIn).toContainText(LOCKED)
  await expect(signIn.getByLabel('Sign-in with GitHub')).toBeDisabled()
  await signIn.getByLabel('New users').click()
  await signIn.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('an admin writes a home page, and leaves the address of one to the super admin', async ({
  page,
  gateway,
  operator,
}) => {
  await becomeAdmin(page, gateway, operator)
  await page.goto('/setting?tab=other')
  const home = page.getByLabel('Home page', { exact: true })
  await home.fill('# Welcome')
  await home.press('Control+Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await home.fill('https://page.example')
  await home.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Only the super admin' })).toHaveText(
    'Only the super admin can change the option HomePageContent',
  )

  await operator.setOption('HomePageContent', 'https://page.example')
  await page.reload()
  await expect(home).toBeDisabled()
  await expect(page.getByText(LOCKED)).toBeVisible()
})

test('the super admin confirms once what opens doors, and nothing for the rest', async ({ page, gateway }) => {
  const file = join(import.meta.dirname, 'signed-in-long-ago.ts')
  await runQuietly('It is an hour later.', bun, [file, gateway.databaseFile])
  await page.goto('/setting?tab=system')
  const mail = page.getByRole('region', { name: 'Mail server' })
  await expect(mail).not.toContainText(SECTION_LOCKED)
  await mail.getByLabel('Mail server', { exact: true }).fill('mail.example')
  await mail.getByLabel('Sender').fill('gate@mail.example')
  await mail.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(mail.getByLabel('Mail server', { exact: true })).toHaveValue('mail.example')
  await expect(mail.getByLabel('Sender')).toHaveValue('gate@mail.example')
})
