import Anthropic from '@anthropic-ai/sdk'
import { expect, type Page } from '@playwright/test'
import OpenAI from 'openai'
import { logged } from './logged.ts'
import { PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { test } from './signed-in.ts'
import { startUpstream, type Upstream } from './upstream/index.ts'

const OPENAI = { type: 1, name: 'OpenAI', models: 'gpt-5-mini,text-embedding-3-small', key: 'sk-upstream' }
const CLAUDE = { type: 14, name: 'Claude', models: 'claude-sonnet-4-6', key: 'sk-upstream' }

let upstream: Upstream
test.beforeAll(async () => {
  upstream = await startUpstream()
})
test.afterAll(() => upstream.stop())
test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

const light = (page: Page) => page.getByRole('region', { name: 'First call' })
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
/** Copies with a button; resolves to the copied text once the page says that it has copied. */
async function copy(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText(/^Copied: /).last()).toBeVisible()
  return copied(page)
}

test('a user makes a token for a client, copies its settings, and the light turns green when its call comes', async ({
  page,
  operator,
  gateway,
}) => {
  for (const channel of [OPENAI, CLAUDE]) await operator.addChannel({ ...channel, base_url: upstream.url })
  await page.goto('/token')
  await page.getByRole('link', { name: 'Connect a client' }).last().click()
  await page.getByRole('navigation', { name: 'Clients' }).getByRole('link', { name: 'Claude Code' }).click()
  await expect(light(page).getByRole('status')).toContainText('No token is chosen yet')

  // Only calls after the page has looked for earlier ones are new to it.
  const looked = page.waitForResponse(/\/api\/log\/self\?/)
  await page.getByRole('button', { name: 'Make a token for Claude Code' }).click()
  await expect(light(page).getByRole('status')).toContainText('Waiting for your first call')
  await looked
  await expect(page.getByRole('region', { name: 'Key' })).toContainText('Your whole balance')
  const { env } = JSON.parse(await copy(page, 'Copy ~/.claude/settings.json'))
  expect(env).toMatchObject({ ANTHROPIC_BASE_URL: gateway.url, ANTHROPIC_MODEL: 'claude-sonnet-4-6' })
  expect(env.ANTHROPIC_AUTH_TOKEN).toMatch(/^sk-[0-9A-Za-z]{48}$/)
  await expect(page.getByText(env.ANTHROPIC_AUTH_TOKEN)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect(page.getByText(env.ANTHROPIC_AUTH_TOKEN)).toHaveCount(2)

  const client = new Anthropic({
    baseURL: env.ANTHROPIC_BASE_URL,
    authToken: env.ANTHROPIC_AUTH_TOKEN,
    apiKey: null,
    maxRetries: 0,
  })
  const messages = [{ role: 'user' as const, content: 'Hello!' }]
  await client.messages.create({ model: env.ANTHROPIC_MODEL, max_tokens: 1024, messages })
  await expect(light(page).getByRole('status')).toContainText('Claude Code is connected')
  await expect(light(page).getByRole('status')).toContainText('claude-sonnet-4-6 answered a call to /v1/messages')
  await light(page).getByRole('link', { name: 'See it in the usage log' }).click()
  await expect(page).toHaveURL(/\/log\?request_id=/)
  await expect(page.getByRole('button', { name: /^Details of/ })).toHaveCount(1)
})

test('a call that fails is told with its reason, and the light goes on waiting', async ({
  page,
  operator,
  gateway,
}) => {
  await operator.addChannel({ ...OPENAI, base_url: upstream.url })
  const { id, bearer } = await operator.addToken({ name: 'OpenAI SDK' })
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: bearer, maxRetries: 0 })
  await client.responses.create({ model: 'gpt-5-mini', input: 'Earlier' })
  await logged(operator, 'type=2', 1)

  await page.goto(`/connect/openai-sdk?token=${id}`)
  await expect(light(page)).toContainText('The token’s last call before: gpt-5-mini')
  await operator.ask('PUT', '/api/channel/', { id: 1, base_url: 'http://127.0.0.1:1' })
  await expect(client.responses.create({ model: 'gpt-5-mini', input: 'Hello!' })).rejects.toThrow()
  await expect(light(page).getByRole('status')).toContainText('A call arrived, but it failed')
  await operator.ask('PUT', '/api/channel/', { id: 1, base_url: upstream.url })
  await client.responses.create({ model: 'gpt-5-mini', input: 'Hello!' })
  await expect(light(page).getByRole('status')).toContainText('OpenAI SDK is connected')
  await light(page).getByRole('button', { name: 'Wait for another call' }).click()
  await expect(light(page).getByRole('status')).toContainText('Waiting for your first call')
})

test('the address, the model and the token of the settings are those that were chosen, and are remembered', async ({
  page,
  operator,
}) => {
  await operator.addChannel({ ...OPENAI, models: `gpt-5-mini,it's "odd"`, base_url: upstream.url })
  await operator.setOption('ServerAddress', 'https://gate.example/')
  await operator.addToken({ name: 'Other' })
  const { bearer } = await operator.addToken({ name: 'Zed at work' })
  await page.goto('/connect/zed')
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.locator('.ant-select-item-option-content', { hasText: `it's "odd"` }).click()
  const { Tollgate } = JSON.parse(await copy(page, 'Copy ~/.config/zed/settings.json')).language_models
    .openai_compatible
  expect(Tollgate).toMatchObject({ api_url: 'https://gate.example/v1', available_models: [{ name: `it's "odd"` }] })
  await page.getByRole('button', { name: 'Copy In the shell' }).click()
  await expect.poll(() => copied(page)).toBe(`export TOLLGATE_API_KEY=${bearer}`)

  await page.goto('/connect')
  await expect(page).toHaveURL('/connect/zed')
  await expect(page.getByRole('region', { name: 'Model' })).toContainText(`it's "odd"`)
})

test('a client is found by its name with the keyboard alone', async ({ page, operator }) => {
  await operator.addChannel({ ...OPENAI, base_url: upstream.url })
  await page.goto('/connect')
  await page.getByRole('textbox', { name: 'Find a client' }).fill('lang')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/connect/langchain')
  await expect(page.getByRole('link', { name: 'LangChain', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('textbox', { name: 'Find a client' }).fill('no such client')
  await expect(page.getByRole('navigation', { name: 'Clients' }).getByRole('status')).toContainText('“no such client”')
})

test('what would make the calls fail is said, with the way to mend it', async ({ page, operator }) => {
  await page.goto('/connect/cursor')
  await expect(page.getByRole('alert')).toContainText([
    'There is no model to call yet',
    'Cursor may not reach this address',
  ])
  await expect(page.getByRole('link', { name: 'Go to channels' })).toHaveAttribute('href', '/channel')
  await operator.addChannel({ ...OPENAI, base_url: upstream.url })
  const { id } = await operator.addToken({ name: 'Cursor', unlimited_quota: false, remain_quota: 5 })
  await operator.ask('PUT', '/api/token/?status_only=true', { id, status: 2 })
  await page.goto('/connect/codex')
  await expect(page.getByRole('alert')).toContainText(['This token is disabled'])
  await page.goto('/connect/gemini-cli?token=999')
  await expect(page.getByRole('alert')).toContainText(['This token is disabled'])
})

const opened = {
  ru: { title: 'Подключение', waiting: 'Ждём первый вызов', note: 'Адрес указывается без /v1' },
  zh: { title: '接入客户端', waiting: '正在等待第一次调用', note: '地址不带 /v1' },
} as const

for (const language of ['ru', 'zh'] as const) {
  test(`the page opens in ${language}, and fits a phone`, async ({ page, operator }) => {
    await operator.addChannel({ ...CLAUDE, base_url: upstream.url })
    await operator.addToken({ name: 'Claude Code' })
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    const { title, waiting, note } = opened[language]
    for (const size of [{ width: 1440, height: 900 }, PHONE]) {
      await page.setViewportSize(size)
      await page.goto('/connect/claude-code')
      await settled(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText(waiting)).toBeVisible()
      await expect(page.getByText(note)).toBeVisible()
      expect(await problemsOnScreen(page, language)).toEqual([])
    }
    // on a phone the clients are a list to open
    await page.getByRole('combobox').first().click()
    await page.getByTitle('Codex').click()
    await expect(page).toHaveURL('/connect/codex')
  })
}
