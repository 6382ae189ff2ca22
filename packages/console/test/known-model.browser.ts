import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

const MODELS = ['ada', 'babbage-002', 'dall-e-3', 'gpt-4o-mini', 'text-embedding-3-small', 'claude-haiku-4-5']
const BEST_KNOWN = 'gpt-4o-mini'

test('examples name the best-known chat model that may be called, wherever they stand', async ({ page, operator }) => {
  await operator.addChannel({ type: 1, name: 'Everything', key: 'k', models: MODELS.join(',') })
  await page.goto('/')
  const first = page.getByRole('region', { name: 'Your first call' }).locator('pre')
  await expect(first).toContainText(`"model": "${BEST_KNOWN}"`)

  for (const [allowed, expected] of [
    [MODELS, BEST_KNOWN],
    [['ada', 'dall-e-3', 'claude-haiku-4-5'], 'claude-haiku-4-5'],
  ] as const) {
    const isLimited = allowed !== MODELS
    await page.route('/api/token/', async route => {
      if (route.request().method() !== 'POST') return route.continue()
      const limits = { model_limits_enabled: isLimited, model_limits: isLimited ? allowed.join(',') : '' }
      await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), ...limits }) })
    })
    await page.goto('/token?new=true')
    const form = page.getByRole('dialog', { name: 'Add token' })
    await form.getByLabel('Name', { exact: true }).fill(expected)
    await form.getByRole('button', { name: 'Create' }).click()
    const ready = page.getByRole('dialog', { name: 'The token is ready' })
    await expect(ready.locator('pre').last()).toContainText(`"model": "${expected}"`)
    await page.unroute('/api/token/')
  }

  // for the newest token
  await page.goto('/connect/openai-sdk')
  await expect(page.getByRole('main')).toContainText('model="claude-haiku-4-5"')
  await page.goto('/playground')
  await expect(page.getByRole('main').getByText(BEST_KNOWN, { exact: true })).toBeVisible()
})
