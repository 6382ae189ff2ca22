import { expect } from '@playwright/test'
import type { PriceList } from '@tollgate/contract'
import { test } from './furnished.ts'
import { startModelsUpstream } from './models-upstream.ts'
import { DESKTOP, openIn, PHONE, problemsOnScreen, settled } from './page-problems.ts'

test.setTimeout(120_000)

test('a price is changed with its effect in view, and replayed over every call', async ({ page, furnished }) => {
  const { ask } = furnished.operator
  await page.setViewportSize(DESKTOP)
  await page.goto('/models-prices')
  await settled(page)
  await problemsOnScreen(page, 'en')
  const row = page.locator('tbody tr').filter({ hasText: '$' }).first()
  const model = (await row.locator('[translate=no]').first().textContent()) ?? ''
  await page.getByRole('button', { name: `Change the price: ${model}` }).click()
  const form = page.getByRole('dialog', { name: model })
  await form.getByLabel('Input, per 1M tokens', { exact: true }).fill('30')
  const effect = form.getByRole('region', { name: 'What this changes' })
  await expect(effect.getByText(/The last 30 days, .* would have been about/)).toBeVisible()
  await expect(effect.locator('td[data-changed=true]').first()).toBeVisible()
  await settled(page)
  await problemsOnScreen(page, 'en')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The price is saved')).toBeVisible()
  await expect(page.locator('tbody tr').filter({ hasText: model }).first()).toContainText('$30.00 /')

  await page.getByRole('checkbox', { name: model, exact: true }).check()
  await page.getByRole('button', { name: 'Change prices' }).click()
  const bulk = page.getByRole('dialog', { name: 'Change the price of 1 model' })
  await bulk.getByLabel('Factor').fill('2')
  await bulk.getByRole('button', { name: 'Replay every call' }).click()
  await expect(page.getByLabel('Draft of prices (JSON)')).toHaveValue(/"ModelRatio": \{\s*"[^"]+": 30/)
  await page.getByRole('button', { name: 'Start' }).click()
  const run = page.getByRole('region', { name: /What if #/ })
  await expect(run.getByText('Under the draft').first()).toBeVisible()
  await expect(run.getByRole('row').filter({ hasText: model })).toContainText('+')
  const saving = page.waitForEvent('download')
  await run.getByRole('button', { name: 'CSV' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^what-if-\d+\.csv$/)
  for (const language of ['en', 'zh', 'ru'] as const)
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      for (const path of ['/models-prices?tab=what-if', '/models-prices?tab=sync', '/models-prices']) {
        await openIn(page, language, path)
        expect(await problemsOnScreen(page, language)).toEqual([])
      }
    }
  await ask('POST', '/api/option/rest_model_ratio')
})

test('what an operator says of a model is in the public price list, which finds it by its alias', async ({
  page,
  furnished,
}) => {
  const { setOption } = furnished.operator
  await page.setViewportSize(DESKTOP)
  await page.goto('/models-prices')
  await settled(page)
  const model = (await page.locator('tbody [translate=no]').first().textContent()) ?? ''
  await page.getByRole('button', { name: `More actions for ${model}` }).click()
  await page.getByRole('menuitem', { name: 'About the model' }).click()
  const form = page.getByRole('dialog', { name: `About ${model}` })
  await form.getByLabel('Further names').fill('house-best')
  await form.getByLabel('Description').fill('The one we like.')
  await expect(form.getByText('sees images')).toBeVisible()
  await settled(page)
  expect(await problemsOnScreen(page, 'en')).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`What is said of ${model} is saved`)).toBeVisible()
  await expect(form).toBeHidden()

  await page.goto('/pricing?q=house-best')
  const row = page.locator('tbody tr').filter({ hasText: model }).first()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Details of ${model}` }).click()
  await expect(page.getByText('The one we like.')).toBeVisible()
  await expect(page.getByText('house-best', { exact: true })).toBeVisible()
  await setOption('ModelMetadata', '{}')
})

test('a tier that is added in the form is in the stored document, in place of the ratios', async ({
  page,
  furnished,
}) => {
  const { ask, setOption } = furnished.operator
  await page.setViewportSize(DESKTOP)
  await page.goto('/models-prices')
  await settled(page)
  const model = (await page.locator('tbody [translate=no]').first().textContent()) ?? ''
  await setOption('ModelRatio', JSON.stringify({ [model]: 7 }))
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: `Change the price: ${model}` }).click()
  await page.getByRole('button', { name: 'Price as a document' }).click()
  const form = page.getByRole('dialog', { name: `Price of ${model} as a document` })
  await expect(form.getByText('removes this model’s own ratios')).toBeVisible()
  await form.getByLabel('Input', { exact: true }).fill('2')
  await form.getByLabel('Output', { exact: true }).fill('8')
  await form.getByRole('button', { name: 'Add a tier' }).click()
  const tier = form.getByRole('group', { name: 'Tiers 1' })
  await expect(tier.getByLabel('Above, tokens')).toBeVisible()
  await tier.getByLabel('Input', { exact: true }).fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('tiers.0.above: ')).toBeVisible()
  await tier.getByLabel('Above, tokens').fill('200000')
  await expect(form.getByText('tiers.0.above: ')).toBeHidden()
  await expect(
    form.getByRole('region', { name: 'What this changes' }).locator('td[data-changed=true]').first(),
  ).toBeVisible()
  await settled(page)
  expect(await problemsOnScreen(page, 'en')).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The price is saved')).toBeVisible()
  const options = await ask<{ key: string; value: string }[]>('GET', '/api/option/')
  const stored = (key: string) => JSON.parse(options.find(one => one.key === key)?.value ?? '{}')
  expect(stored('ModelPrices')).toEqual({
    [model]: { tokens: { input: 2, output: 8 }, tiers: [{ input: 4, above: 200_000 }] },
  })
  expect(stored('ModelRatio')).toEqual({})
  await setOption('ModelPrices', '{}')
})

test('a price that an upstream changed is accepted in five clicks', async ({ page, furnished }) => {
  const { ask, addChannel, setOption } = furnished.operator
  const upstream = await startModelsUpstream([])
  const publish = (model_ratio: number) => {
    const entry = { model_name: 'claude-sonnet-4-5', quota_type: 0, completion_ratio: 5, model_ratio }
    upstream.body = { success: true, data: [entry] }
  }
  publish(1.5)
  await setOption('ModelRatio', '{"claude-sonnet-4-5":1.5}')
  const channel = await addChannel({
    name: 'priced upstream',
    type: 1,
    key: 'sk-x',
    base_url: upstream.url,
    models: 'unused',
  })
  const list = await ask<PriceList>('POST', '/api/price-lists/', { channel_id: channel.id })
  publish(2)

  await page.setViewportSize(DESKTOP)
  await page.goto('/detail')
  await settled(page)
  await page.getByRole('link', { name: 'Models & prices' }).click()
  await page.getByRole('tab', { name: 'Sync' }).click()
  await expect(page.getByText('priced upstream')).toBeVisible()
  await page.getByRole('button', { name: 'Read again' }).click()
  const row = page.getByRole('row').filter({ hasText: 'claude-sonnet-4-5' })
  await expect(row).toContainText('$3.00 / $15.00')
  await expect(row).toContainText('$4.00 / $20.00')
  await page.getByRole('checkbox', { name: 'claude-sonnet-4-5', exact: true }).check()
  await page.getByRole('button', { name: 'Accept 1 price' }).click()
  await expect(page.getByText('The price is saved')).toBeVisible()
  await expect(page.getByText('All our prices match the list')).toBeVisible()

  await ask('DELETE', `/api/price-lists/${list.id}`)
  await ask('POST', '/api/option/rest_model_ratio')
  await ask('DELETE', `/api/channel/${channel.id}`)
  await upstream.stop()
})
