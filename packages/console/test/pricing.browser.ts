import { expect, type Locator } from '@playwright/test'
import { LANGUAGES } from '@tollgate/contract'
import { DESKTOP, PHONE } from './page-problems.ts'
import { test } from './signed-in.ts'

const KEY = 'sk-upstream'

test.beforeEach(async ({ operator }) => {
  await operator.setOption('GroupRatio', '{"default":1,"vip":2}')
  await operator.setOption('ModelRatio', '{"gpt-4o":1.25,"claude":1.5,"secret":1}')
  await operator.setOption('CompletionRatio', '{"gpt-4o":4,"claude":5}')
  await operator.setOption('CacheRatio', '{"gpt-4o":0.5}')
  await operator.setOption('ModelPrice', '{"drawing":0.1}')
  await operator.addChannel({ type: 1, name: 'All', key: KEY, models: 'claude,drawing,gpt-4o', group: 'default,vip' })
  await operator.addChannel({ type: 1, name: 'For some', key: KEY, models: 'secret', group: 'vip' })
})

test('prices are read by anybody: available ones first, by usage, gpt first', async ({ page, context }) => {
  await context.clearCookies()
  await page.addInitScript(() => {
    localStorage.removeItem('user')
    localStorage.setItem('i18nextLng', 'zh')
  })
  await page.goto('/')
  await page.getByRole('link', { name: '模型价格' }).first().click()
  await expect(page.getByRole('alert').filter({ hasText: '您还未登录' })).toContainText('×1')
  await expect(
    page.getByText('分组倍率 × 模型倍率 ×（提示 token 数 + 补全 token 数 × 补全倍率）/ 500000'),
  ).toBeVisible()
  const models = page.locator('tbody tr[data-row]')
  await expect(models).toHaveCount(4)
  const shown = () => models.evaluateAll(rows => rows.map(row => row.getAttribute('data-row')))
  await expect.poll(shown).toEqual(['gpt-4o', 'claude', 'drawing', 'secret'])
  for (const price of ['$2.50', '$10.00', '$1.25']) {
    await expect(models.nth(0).getByRole('cell', { name: price, exact: true }).first()).toBeVisible()
  }
  await expect(models.nth(2)).toContainText('$0.10 / 次')
  await expect(models.nth(0).getByLabel('该分组可以使用此模型')).toBeVisible()
  await expect(models.nth(3).getByLabel('该分组无法使用此模型')).toBeVisible()
})

test('a group’s prices show on a click, names are found and copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto('/pricing')
  await expect(page.getByRole('alert').filter({ hasText: 'Your group: default' })).toContainText('×1')
  const gpt = page.locator('tr[data-row="gpt-4o"]')
  await gpt.getByRole('button', { name: 'vip' }).click()
  await expect(page.getByText('Showing the group vip, its ratio is 2')).toBeVisible()
  await expect(gpt).toContainText('$5.00')
  await expect(page.locator('tr[data-row="secret"]').getByLabel('This group can use the model')).toBeVisible()
  await page.reload()
  await expect(gpt).toContainText('$5.00')

  await page.getByLabel('Search for a model').fill('GPT 4o')
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(1)
  await page.getByLabel('Search for a model').fill('')
  await page.locator('tr[data-row="drawing"]').getByRole('button', { name: 'drawing', exact: true }).click()
  await expect.poll(copied).toBe('drawing')
  await page.getByRole('checkbox', { name: 'gpt-4o' }).check()
  await page.getByRole('checkbox', { name: 'claude' }).check()
  await page.getByRole('button', { name: 'Copy selected names' }).click()
  await expect.poll(copied).toBe('gpt-4o,claude')
})

test('prices are sorted, narrowed by what models can do, and compared; the address keeps it', async ({ page }) => {
  const names = () =>
    page.locator('tbody tr[data-row]').evaluateAll(rows => rows.map(row => row.getAttribute('data-row')))
  await page.goto('/pricing')
  const input = page.getByRole('columnheader', { name: 'Input / 1M' })
  await input.getByRole('button').click()
  await expect(input).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['gpt-4o', 'claude', 'drawing', 'secret'])
  await input.getByRole('button').click()
  await expect(input).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(names).toEqual(['claude', 'gpt-4o', 'drawing', 'secret'])

  await page.getByText('Agent step', { exact: true }).click()
  await expect(page.getByText(/40,000 tokens read from the cache/)).toBeVisible()
  // 40,000 cached at 1.25, 3,000 written and 500 fresh at 2.50, 800 out at 10.00
  await expect(page.locator('tr[data-row="gpt-4o"]')).toContainText('$0.06675')

  await page.getByRole('combobox', { name: 'Ability' }).click()
  await page.getByTitle('sees images').click()
  await expect.poll(names).toEqual(['claude', 'gpt-4o'])
  await expect(page.getByText('2 models are left out')).toBeVisible()
  await page.getByRole('checkbox', { name: 'gpt-4o' }).check()
  await expect(page.getByRole('button', { name: 'Compare' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'claude' }).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.reload()
  const compared = page.getByRole('dialog')
  await expect(compared.getByRole('columnheader', { name: 'gpt-4o' })).toBeVisible()
  await expect(compared.getByRole('row', { name: 'Input' })).toContainText('$2.50 lowest')
  await page.setViewportSize(PHONE)
  const table = compared.getByRole('region', { name: 'Compare' })
  const left = (element: Locator) => element.evaluate(one => one.getBoundingClientRect().left)
  // The table may still be taking its place on the phone.
  const distanceOfNames = async () => {
    await table.evaluate(element => element.scrollTo({ left: element.scrollWidth }))
    return (await left(compared.getByRole('rowheader', { name: 'Input' }))) - (await left(table))
  }
  await expect.poll(distanceOfNames).toBe(0)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Escape')
  await expect(compared).toBeHidden()
  await expect.poll(names).toEqual(['claude', 'gpt-4o'])
})

test('a model without a price is neither available nor has one; letters may be left out of a search', async ({
  page,
  operator,
}) => {
  await operator.addChannel({ type: 1, name: 'Odd', key: KEY, models: 'nameless-one,gpt-4o-mini', group: 'default' })
  const said = { en: 'no price set', zh: '未设置价格', ru: 'цена не задана' } as const
  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    await page.goto('/pricing')
    const nameless = page.locator('tr[data-row="nameless-one"]')
    await expect(nameless.getByText(said[language], { exact: true })).toBeVisible()
    await expect(nameless.getByRole('img', { name: said[language], exact: true })).toBeVisible()
    await expect(nameless).not.toContainText('$')
  }
  await page.goto('/pricing?q=g4mini')
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(1)
  await expect(page.locator('tr[data-row="gpt-4o-mini"]')).toBeVisible()
})

test('what a narrow price list leaves out stands in the row’s details', async ({ page, operator: _ }) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await page.goto('/pricing')
  const row = page.locator('tr[data-row="gpt-4o"]')
  await row.getByRole('button', { name: /^Details of/ }).click()
  const details = row.locator('xpath=following-sibling::tr[1]')
  for (const title of ['Provider', 'Billing', 'Usable groups', 'Ratios', 'Context'])
    await expect(details.locator('dt').filter({ hasText: title })).toBeVisible()
  await expect(details.getByRole('button', { name: 'vip' })).toBeVisible()
})

test('columns of prices are hidden and shown by the chooser, which remembers them; the name stays', async ({
  page,
}) => {
  const heading = page.getByRole('columnheader', { name: 'Ratios' })
  const box = (name: string) => page.getByRole('tooltip').getByRole('checkbox', { name })
  await page.setViewportSize({ width: 1800, height: 900 })
  await page.goto('/pricing')
  await expect(heading).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(box('Model')).toBeDisabled()
  await box('Ratios').uncheck()
  await expect(heading).toBeHidden()
  await page.reload()
  await expect(page.locator('tr[data-row="gpt-4o"]')).toBeVisible()
  await expect(heading).toBeHidden()
  await page.getByRole('button', { name: 'Columns' }).click()
  await box('Ratios').check()
  await expect(heading).toBeVisible()
})
