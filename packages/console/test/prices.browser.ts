import { expect, type Page } from '@playwright/test'
import { test } from './signed-in.ts'

const MODELS = 'gpt-4o,nameless-a,nameless-b'

test.beforeEach(async ({ page, operator }) => {
  await operator.setOption('ModelPrice', '{}')
  await operator.addChannel({ type: 1, name: 'OpenAI', key: 'sk-upstream', models: MODELS })
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'))
  await page.goto('/setting')
})

const area = (page: Page) => page.getByRole('region', { name: '模型价格' })

test('the visual editor turns dollars into ratios and saves them with the section', async ({ page, operator }) => {
  await page.getByRole('tab', { name: '可视化倍率设置' }).click()
  await expect(area(page).getByRole('row', { name: 'gpt-4o' })).toContainText('$10')
  await page.getByRole('button', { name: '添加模型' }).click()
  const standard = page.getByRole('dialog', { name: '添加模型价格' })
  await standard.getByLabel('模型名称').fill('gpt-4o')
  await standard.getByLabel('固定价格').fill('1')
  await standard.getByRole('button', { name: '应用' }).click()
  await expect(standard.getByText('模型名称已存在')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃修改' }).last().click()
  await page.getByRole('button', { name: '编辑：gpt-4o' }).click()
  const form = page.getByRole('dialog', { name: 'gpt-4o 的价格' })
  await form.getByRole('button', { name: '应用' }).click()
  await expect(form.getByText('请输入填充值')).toBeVisible()
  await form.getByLabel('输入价格 / 1M tokens', { exact: true }).fill('three')
  await page.keyboard.press('Tab')
  await expect(form.getByText('请输入数字')).toBeVisible()
  await form.getByLabel('输入价格 / 1M tokens', { exact: true }).fill('0')
  await page.keyboard.press('Tab')
  await expect(form.getByText('模型价格不能为 0')).toBeVisible()
  await form.getByLabel('输入价格 / 1M tokens', { exact: true }).fill('3')
  await form.getByLabel('补全价格').fill('15')
  await expect(form.getByLabel('模型倍率')).toHaveValue('1.5')
  await expect(form.getByLabel('补全倍率')).toHaveValue('5')
  await form.getByLabel('固定价格').fill('0.2')
  await expect(form.getByLabel('补全倍率')).toBeDisabled()
  await form.getByLabel('固定价格').fill('')
  await form.getByRole('button', { name: '应用' }).click()
  await expect(area(page).locator('footer')).toContainText('"gpt-4o": 1.5')
  await area(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect
    .poll(() => stored(operator.ask))
    .toEqual({ ModelRatio: { 'gpt-4o': 1.5 }, CompletionRatio: { 'gpt-4o': 5 } })

  await page.getByRole('button', { name: '编辑：gpt-4o' }).click()
  await form.getByLabel('模型倍率').fill('0')
  await form.getByRole('button', { name: '应用' }).click()
  await expect(area(page).getByRole('row', { name: 'gpt-4o' })).toContainText('$0.00')
  await area(page).getByRole('button', { name: '放弃修改' }).click()

  await page.getByRole('button', { name: '添加模型' }).click()
  const added = page.getByRole('dialog', { name: '添加模型价格' })
  await added.getByLabel('模型名称').fill('gpt-4o')
  await added.getByLabel('固定价格').fill('1')
  await added.getByRole('button', { name: '应用' }).click()
  await expect(added.getByText('模型名称已存在')).toBeVisible()
  await added.getByLabel('模型名称').fill('drawing')
  await added.getByRole('button', { name: '应用' }).click()
  await expect(area(page).getByRole('row', { name: 'drawing' })).toContainText('$1')
  await page.getByRole('button', { name: '删除自定义价格：drawing' }).click()
  await expect(area(page).getByRole('row', { name: 'drawing' })).toBeHidden()
  await page.getByRole('tab', { name: '模型倍率设置' }).click()
  await area(page).getByRole('button', { name: '重置模型倍率' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click()
  await expect(page.getByText('模型倍率已重置')).toBeVisible()
  await expect.poll(() => stored(operator.ask)).toEqual({})
})

test('models without a price are priced in a batch, and leave the list', async ({ page, operator }) => {
  await page.getByRole('tab', { name: '未设置倍率模型' }).click()
  const unpriced = page.getByRole('tabpanel', { name: '未设置倍率模型' })
  await unpriced.getByRole('button', { name: '批量设置' }).click()
  await expect(page.getByText('请先选择需要批量设置的模型')).toBeVisible()
  await unpriced.getByRole('checkbox', { name: 'nameless-a' }).check()
  await unpriced.getByRole('checkbox', { name: 'nameless-b' }).check()
  await unpriced.getByRole('button', { name: '批量设置' }).click()

  const batch = page.getByRole('dialog', { name: '批量设置 2 个模型' })
  const apply = batch.getByRole('button', { name: '应用' })
  await apply.click()
  await expect(batch.getByText('请输入填充值')).toBeVisible()
  await batch.getByLabel('固定价格').last().fill('0')
  await apply.click()
  await expect(batch.getByText('模型价格不能为 0')).toBeVisible()
  await batch.getByRole('radio', { name: '模型倍率和补全倍率' }).check()
  await apply.click()
  await expect(batch.getByText('请输入模型倍率和补全倍率')).toBeVisible()
  await batch.locator('#batch-value').fill('x')
  await batch.locator('#batch-completion').fill('4')
  await apply.click()
  await expect(batch.getByText('请输入有效的数字')).toBeVisible()
  await batch.locator('#batch-value').fill('0.5')
  await apply.click()
  await expect(unpriced.getByText('所有模型均已设置价格')).toBeVisible()
  await area(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect
    .poll(() => stored(operator.ask))
    .toEqual({
      ModelRatio: { 'nameless-a': 0.5, 'nameless-b': 0.5 },
      CompletionRatio: { 'nameless-a': 4, 'nameless-b': 4 },
    })
})

test('a table of groups and its JSON follow each other', async ({ page }) => {
  await page.goto('/setting?q=UserUsableGroups')
  const groups = page.getByRole('region', { name: '分组设置' })
  await groups.getByRole('button', { name: '添加分组' }).click()
  await groups.getByLabel('分组：3').fill('gold')
  await groups.getByLabel('说明：gold').fill('金牌')
  await expect(groups.getByLabel('用户可选分组')).toHaveValue(/"gold": "金牌"/)
  await groups.getByLabel('用户可选分组').fill('{"solo":"一个"}')
  await expect(groups.getByLabel('说明：solo')).toHaveValue('一个')
})

type Ask = <Data>(method: string, path: string) => Promise<Data>

/** The operator's own prices on the server: the options that are not empty. */
async function stored(ask: Ask): Promise<Record<string, unknown>> {
  const options = await ask<{ key: string; value: string }[]>('GET', '/api/option/')
  const prices = options.filter(({ key }) =>
    ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'].includes(key),
  )
  const read = prices.map(({ key, value }) => [key, JSON.parse(value)] as const)
  return Object.fromEntries(read.filter(([, value]) => Object.keys(value).length > 0))
}

test('lists that cannot be had say so', async ({ page, operator: _ }) => {
  const refuse = (path: string) => page.route(path, route => route.fulfill({ status: 400, json: { success: false } }))
  await refuse('/api/pricing/unpriced')
  await refuse('/api/models')
  await page.getByRole('tab', { name: '未设置倍率模型' }).click()
  await expect(area(page).getByText('获取启用模型失败')).toBeVisible()
  await page.goto('/channel/add')
  await page.getByRole('dialog').waitFor()
  await expect(page.getByText('获取模型列表失败')).toBeVisible()
})

test('documents of prices are read on the settings page, and a wrong one names its member', async ({
  page,
  operator,
}) => {
  await operator.setOption('ModelPrices', '{"tiered":{"tokens":{"input":2,"output":8}}}')
  await page.goto('/setting?q=ModelPrices')
  const documents = area(page).getByLabel('价格文档')
  await expect(documents).toHaveValue(/"tiered"/)
  await documents.fill('{"tiered":{"tokens":{"input":-2,"output":8}}}')
  await page.keyboard.press('Tab')
  await expect(area(page).getByText('tiered.tokens.input')).toBeVisible()
  await operator.setOption('ModelPrices', '{}')
})
