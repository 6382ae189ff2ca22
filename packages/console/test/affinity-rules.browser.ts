import { expect } from '@playwright/test'
import { findings } from './axe.ts'
import { PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { test } from './signed-in.ts'

test('rules of affinity are typed into a table, checked, and tried on an example call', async ({
  page,
  operator,
}, info) => {
  await page.goto('/setting?q=AffinityRules')
  const example = page.getByRole('group', { name: 'Example call' })
  await expect(example).toContainText('No rule applies')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await expect(page.getByText('Name the member or header that has the key')).toBeVisible()
  await page.getByLabel('Client: 1').fill('codex')
  await page.getByLabel('Name of the key: 1').fill('metadata.user_id')
  await expect(example).toContainText('Rule 1 applies; the key is metadata.user_id in the body: u-17')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('combobox', { name: 'Key from: 2' }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Token' }).click()
  await page.getByRole('button', { name: 'Move rule 2 up' }).click()
  await expect(page.getByText('An earlier rule takes every call')).toBeVisible()
  await expect(example).toContainText('Rule 1 applies; the key is the token')
  await page.getByRole('button', { name: 'Move rule 2 up' }).click()
  await example.getByLabel('Headers').fill('user-agent: curl/8')
  await expect(example).toContainText('Rule 2 applies; the key is the token')
  expect(await findings(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('rules.png'), fullPage: true })

  await page.getByRole('button', { name: 'Show the rules as JSON' }).click()
  await expect(page.getByRole('textbox', { name: 'Affinity rules' })).toHaveValue(/"client": "codex"/)
  await page.getByRole('button', { name: 'Show the rules as a table' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const stored = await operator.ask<{ key: string; value: string }[]>('GET', '/api/option/')
  expect(JSON.parse(stored.find(({ key }) => key === 'AffinityRules')?.value ?? '')).toMatchObject([
    { client: 'codex', from: 'body', key: 'metadata.user_id' },
    { from: 'token' },
  ])

  await page.setViewportSize(PHONE)
  await page.reload()
  await settled(page)
  expect(await problemsOnScreen(page, 'en')).toEqual([])
  await page.screenshot({ path: info.outputPath('rules-phone.png'), fullPage: true })
})
