import { expect as expectWithin, type Page } from '@playwright/test'
import { type Channel, LANGUAGES, type Token, type User } from '@tollgate/contract'
import { problemsInStates } from './page-states.ts'
import { test } from './signed-in.ts'

const expect = expectWithin.configure({ timeout: 15_000 })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).press('Enter')
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
}

test('a token gets a spending limit by period, which must be above 0, and the list shows its use', async ({
  page,
  operator,
}) => {
  await operator.addToken({ name: 'Shop' })
  await page.goto('/token')
  const row = page.getByRole('row', { name: 'Shop' })
  await row.getByRole('button', { name: 'Edit: Shop' }).click()
  const form = page.getByRole('dialog')
  await choose(page, 'Spending limit by period', 'Each week')
  await form.getByLabel('Limit in a period').fill('0')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a limit above 0')).toBeVisible()
  await form.getByLabel('Limit in a period').fill('5')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('$0.00 / $5.00 a week')
  await row.getByRole('button', { name: 'Edit: Shop' }).click()
  await expect(form.getByText(/^Used \$0\.00 of \$5\.00; starts over/)).toBeVisible()
  await choose(page, 'Spending limit by period', 'None')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).not.toContainText('a week')
})

test('a user gets a spending limit by period, and a channel its limits', async ({ page, operator }) => {
  const user = await operator.ask<User>('POST', '/api/user/', { username: 'ann', password: 'correct horse' })
  const channel = await operator.addChannel({ type: 1, name: 'Narrow', key: 'k', models: 'm', setting: '{"proxy":""}' })
  await page.goto('/user')
  const row = page.getByRole('row', { name: 'ann' })
  await row.getByRole('button', { name: 'Edit: ann' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the user “ann”' })
  await choose(page, 'Spending limit by period', 'Each day')
  await form.getByLabel('Limit in a period').fill('1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('$0.00 / $1.00 a day')
  expect(await operator.ask<User>('GET', `/api/user/${user.id}`)).toMatchObject({
    quota_period: 'day',
    period_quota: 500_000,
  })

  await page.goto(`/channel/edit/${channel.id}`)
  const editing = page.getByRole('dialog')
  await editing.getByText('Advanced', { exact: true }).click()
  await editing.getByLabel('Calls at a time').fill('3')
  await editing.getByLabel('Tokens a minute').fill('90000')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toBeHidden()
  const { setting } = await operator.ask<Channel>('GET', `/api/channel/${channel.id}`)
  expect(JSON.parse(setting)).toEqual({ proxy: '', concurrency_limit: 3, tpm_limit: 90_000 })
})

for (const language of LANGUAGES)
  test(`limits are told in ${language}, on screens of any width`, async ({ page, operator }) => {
    // Five views, each at two sizes, on a possibly slow machine.
    test.setTimeout(300_000)
    const token = await operator.ask<Token[]>('POST', '/api/token/', {
      name: 'Shop',
      quota_period: 'week',
      period_quota: 2_500_000,
    })
    expect(token).toHaveLength(1)
    const user = await operator.ask<User>('POST', '/api/user/', { username: 'ann', password: 'correct horse' })
    await operator.ask('PUT', '/api/user/', { id: user.id, quota_period: 'month', period_quota: 500_000 })
    const channel = await operator.addChannel({ type: 1, name: 'Narrow', key: 'k', models: 'm' })
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    const problems: string[] = []
    const look = async () => problems.push(...(await problemsInStates(page, language)))
    for (const path of ['/setting?tab=rate-limit', '/token', '/user']) {
      await page.goto(path)
      await look()
    }
    await page.goto(`/user/edit/${user.id}`)
    await page.getByRole('dialog').waitFor()
    await look()
    await page.goto(`/channel/edit/${channel.id}`)
    await page.locator('details summary').last().click()
    await page.locator('#tpm_limit').scrollIntoViewIfNeeded()
    await look()
    expect(problems).toEqual([])
  })
