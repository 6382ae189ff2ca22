import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Redemption } from '@tollgate/contract'
import { test } from './signed-in.ts'

test('codes are made, handed out as a text file, and named after their worth', async ({ page, operator }) => {
  await page.goto('/redemption')
  await page
    .getByRole('banner')
    .or(page.locator('main'))
    .last()
    .getByRole('button', { name: 'Add codes' })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Add redemption codes' })
  await expect(form.getByLabel('Quota')).toHaveValue('0.20')
  await form.getByRole('button', { name: '$10', exact: true }).click()
  await form.getByRole('button', { name: '10', exact: true }).click()
  await form.getByRole('button', { name: 'Create' }).click()

  const made = page.getByRole('dialog', { name: '10 codes are ready' })
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 30_000 }),
    made.getByRole('button', { name: 'Download as a text file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('$10.00.txt')
  const { items } = await operator.ask<{ items: Redemption[] }>('GET', '/api/redemption/?page_size=100')
  const keys = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(keys.sort()).toEqual(items.map(({ key }) => key).sort())
  expect(items.map(({ name, quota }) => ({ name, quota }))).toEqual(
    Array(10).fill({ name: '$10.00', quota: 5_000_000 }),
  )
})

test('an unused code can be switched and changed, a used one neither', async ({ page, operator }) => {
  const make = async (name: string) => {
    const [key = ''] = await operator.ask<string[]>('POST', '/api/redemption/', { name, quota: 500_000, count: 1 })
    return key
  }
  await make('Fresh')
  await operator.ask('POST', '/api/user/topup', { key: await make('Spent') })
  await page.goto('/redemption')

  const used = page.getByRole('row', { name: 'Spent' })
  await expect(used).toContainText(`User ${operator.user.id}`)
  await expect(used.getByRole('button', { name: 'Enable: Spent' })).toBeDisabled()
  await expect(used.getByRole('button', { name: 'Edit: Spent' })).toBeDisabled()

  const unused = page.getByRole('row', { name: 'Fresh' })
  await unused.getByRole('button', { name: 'Disable: Fresh' }).click()
  await expect(unused).toContainText('Disabled')
  await expect(unused.getByRole('button', { name: 'Edit: Fresh' })).toBeDisabled()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(unused).toContainText('Unused')
  await unused.getByRole('button', { name: 'Edit: Fresh' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the code' })
  await form.getByLabel('Name').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a name')).toBeVisible()
  await form.getByLabel('Name').fill('Renamed')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: 'Renamed' })).toBeVisible()
})

test('copying needs a choice', async ({ page, context, operator }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [key] = await operator.ask<string[]>('POST', '/api/redemption/', { name: 'One', quota: 1, count: 1 })
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'))
  await page.goto('/redemption')
  await page.getByRole('button', { name: '复制所选兑换码' }).click()
  await expect(page.getByText('请至少选择一个兑换码！')).toBeVisible()
  await page.getByRole('checkbox', { name: 'One' }).check()
  await page.getByRole('button', { name: '复制所选兑换码' }).first().click()
  await expect(page.getByText('已复制：One')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`One    ${key}`)
})
