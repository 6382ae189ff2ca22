import { expect } from '@playwright/test'
import { type ChannelType, LANGUAGES } from '@tollgate/contract'
import { channels } from '../src/phrases/en/channels.ts'
import { settled } from './page-problems.ts'
import { test } from './signed-in.ts'

test('every type shows the inputs and hints it needs, and no other’s', async ({ page, operator }) => {
  test.setTimeout(180_000)
  const types = await operator.ask<ChannelType[]>('GET', '/api/channel/types')
  await page.goto('/channel/add')
  const form = page.getByRole('dialog', { name: 'Add channel' })
  const others = Object.values(channels.other)
  for (const type of types.filter(({ legacy }) => !legacy)) {
    await form.getByRole('combobox', { name: 'Type' }).fill(type.name)
    await page.locator('.ant-select-dropdown:visible').getByTitle(type.name, { exact: true }).click()
    for (const label of others)
      await expect(form.getByLabel(label, { exact: true })).toBeVisible({
        visible: type.other !== null && label === channels.other[type.other],
      })
    await expect(form.getByLabel('API address')).toHaveAttribute('placeholder', type.base_url || 'https://')
    const hint = (channels.typeHints as Record<string, string>)[type.id]
    if (hint) await expect(form.getByText(hint)).toBeVisible()
    if (type.key_format) await expect(form.locator('code', { hasText: type.key_format })).toBeVisible()
  }
})

test('what the server refuses is shown at its field, in the same words', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'))
  await page.goto('/channel/add')
  const form = page.getByRole('dialog', { name: '添加渠道' })
  await form.getByRole('button', { name: '获取模型列表' }).click()
  await expect(page.getByText('请填写密钥', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: '创建' }).click()
  await expect(form.getByText('请填写渠道名称和渠道密钥！')).toHaveCount(2)
  await expect(form.getByText('请至少选择一个模型！')).toBeVisible()
  await form.getByLabel('名称', { exact: true }).fill('我的')
  await form.getByLabel('密钥', { exact: true }).fill('sk')
  await form.getByRole('combobox', { name: '类型' }).fill('Vertex')
  await page.getByTitle('Vertex AI', { exact: true }).click()
  await form.getByLabel('部署地区').fill('{"gemini":"us"}')
  await form.getByPlaceholder('多个名称以逗号分隔').fill('a,b')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: '创建' }).click()
  await expect(form.getByText('地区必须是一个名称，或包含 default 的“模型 → 地区”JSON')).toBeVisible()
})

test('a type is found by what people call it, in every language', async ({ page }) => {
  const names = { en: ['Add channel', 'Type'], zh: ['添加渠道', '类型'], ru: ['Добавить канал', 'Тип'] } as const
  const found = {
    百度: { en: 'Baidu Wenxin', zh: '百度文心千帆', ru: 'Baidu Wenxin' },
    通义: { en: 'Alibaba Qwen', zh: '阿里通义千问', ru: 'Alibaba Qwen' },
    腾讯: { en: 'Tencent Hunyuan', zh: '腾讯混元', ru: 'Tencent Hunyuan' },
    讯飞: { en: 'Xunfei Spark', zh: '讯飞星火', ru: 'Xunfei Spark' },
    火山: { en: 'Volcengine', zh: '火山方舟（豆包）', ru: 'Volcengine' },
    自定义: { en: 'Custom', zh: '自定义渠道', ru: 'Свой адрес' },
  } as const
  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    await page.goto('/channel/add')
    const [title, label] = names[language]
    const type = page.getByRole('dialog', { name: title }).getByRole('combobox', { name: label })
    await settled(page)
    await type.click()
    const choices = page.locator('.ant-select-dropdown:visible')
    await expect(choices).toBeVisible()
    for (const [word, name] of Object.entries(found)) {
      await type.fill(word)
      await expect(choices.getByTitle(name[language], { exact: true })).toBeVisible()
    }
  }
})

test('the models of every type are kept locally, and offered while the server does not answer', async ({ page }) => {
  await page.goto('/channel/add')
  const form = page.getByRole('dialog', { name: 'Add channel' })
  await expect(form.getByRole('button', { name: 'Fill in this type’s models' })).toBeEnabled()
  await page.route('/api/models', () => undefined)
  await page.reload()
  await form.getByRole('button', { name: 'Fill in this type’s models' }).click()
  await expect(form.locator('.ant-select-selection-item').filter({ hasText: /^gpt-4o$/ })).toBeVisible()
})
