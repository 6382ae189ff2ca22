import { expect } from '@playwright/test'
import { barriers } from './axe.ts'
import { PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { test } from './signed-in.ts'

test.beforeEach(async ({ operator }) => {
  await operator.setOption('GroupRatio', '{"default":1,"vip":2,"staff":3}')
  await operator.setOption('UserUsableGroups', '{"default":"Default","vip":"VIP"}')
  await operator.setOption('ModelRatio', '{"gpt-4o":1.25}')
  await operator.addChannel({ type: 1, name: 'All', key: 'sk-x', models: 'gpt-4o', group: 'default,vip' })
})

test('a ratio between two groups is typed into a table, checked, and shown where prices are', async ({
  page,
  operator,
}) => {
  await page.goto('/setting?q=GroupGroupRatio')
  const table = page.getByRole('table').filter({ hasText: 'Users of' })
  await page.getByRole('button', { name: 'Add a ratio' }).click()
  await table.getByLabel('Users of: 1').fill('default')
  await table.getByLabel('Calls of: 1').fill('vup')
  await expect(page.getByText('There is no group “vup”')).toBeVisible()
  await table.getByLabel('Calls of: 1').fill('vip')
  await table.getByLabel('Ratio: 1').fill('0.5')
  await expect(
    page.getByText('A user of default who calls with a token of vip pays 0.5 × the list price.'),
  ).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const stored = await operator.ask<{ key: string; value: string }[]>('GET', '/api/option/')
  expect(JSON.parse(stored.find(({ key }) => key === 'GroupGroupRatio')?.value ?? '')).toEqual({
    default: { vip: 0.5 },
  })

  await page.goto('/pricing?group=vip')
  const chosen = page.locator('.ant-select', {
    has: page.getByRole('combobox', { name: 'Group whose prices are shown' }),
  })
  await expect(chosen).toContainText('vip ×0.5 for your group')
})

test('a new group is known to the ratios between groups before it is saved', async ({ page }) => {
  await page.goto('/setting?q=GroupRatio')
  const between = page.getByRole('table').filter({ hasText: 'Users of' })
  await page.getByRole('button', { name: 'Add a ratio' }).click()
  await between.getByLabel('Users of: 1').fill('partners')
  await expect(page.getByText('There is no group “partners”')).toBeVisible()
  await page.getByRole('button', { name: 'Add a group' }).first().click()
  await page.getByLabel('Group: 4').fill('partners')
  await expect(page.getByText('There is no group “partners”')).toHaveCount(0)
})

test('the order of auto is arranged by buttons, and offered with it to whoever makes a token', async ({
  page,
  operator,
}) => {
  await page.goto('/setting?q=AutoGroups')
  const order = page.getByRole('table', { name: 'Order of “auto”' })
  await expect(page.getByText('No group yet: “auto” is off.')).toBeVisible()
  for (const name of ['default', 'staff', 'vip']) {
    await page.getByRole('combobox', { name: 'Add a group' }).click()
    await page.locator('.ant-select-item-option', { hasText: name }).click()
  }
  await order.getByRole('button', { name: 'Move vip up' }).click()
  await order.getByRole('button', { name: 'Move vip up' }).click()
  await expect(order.getByRole('rowheader')).toHaveText(['1. vip', '2. default', '3. staff'])
  await expect(page.getByText('1. vip × 2')).toBeVisible()
  await expect(page.getByText('Left out, as these users may not call them: staff')).toBeVisible()
  await order.getByRole('button', { name: 'Remove staff' }).click()
  await expect(page.getByText('2. default × 1')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await operator.setOption('DefaultUseAutoGroup', true)

  await page.goto('/token')
  await page.getByRole('main').getByRole('button', { name: 'Add token' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('auto: vip → default')
})

for (const language of ['en', 'zh', 'ru'] as const)
  test(`both editors fit a phone in ${language}`, async ({ page, operator }, info) => {
    await operator.setOption('GroupGroupRatio', '{"vip":{"default":0.8,"vip":0.5},"staff":{"vip":0}}')
    await operator.setOption('AutoGroups', '["vip","default","gone"]')
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    await page.setViewportSize(PHONE)
    for (const key of ['GroupGroupRatio', 'AutoGroups']) {
      await page.goto(`/setting?q=${key}`)
      await settled(page)
      await page.screenshot({ path: info.outputPath(`${key}-${language}.png`), fullPage: true })
      expect(await problemsOnScreen(page, language)).toEqual([])
    }
  })
