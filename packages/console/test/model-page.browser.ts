import { join } from 'node:path'
import { expect } from '@playwright/test'
import { LANGUAGES, LOG_TYPE } from '@tollgate/contract'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { problemsInStates } from './page-states.ts'
import { test } from './signed-in.ts'

const MODEL = 'model-00'
const SLASHED = 'org/<b>model</b>.v1 100%?#'
const DAY = 86_400

test('a visitor sees what a model costs, whether it was up and how fast it answers, as far as the operator says', async ({
  page,
  context,
  gateway,
  operator,
}) => {
  test.setTimeout(240_000)
  await operator.setOption('GroupRatio', '{"default":1,"secret-group":2}')
  await operator.setOption('ModelRatio', JSON.stringify({ [MODEL]: 1.25, [SLASHED]: 1 }))
  await operator.setOption(
    'ModelMetadata',
    JSON.stringify({ [MODEL]: { description: 'All-round', aliases: ['zero'] } }),
  )
  await operator.setOption('relay_setting.output_limits', JSON.stringify({ [MODEL]: 16_384 }))
  const fields = { type: 1, name: 'Hidden upstream', key: 'k', group: 'default,secret-group' }
  await operator.addChannel({ ...fields, models: `${MODEL},${SLASHED}` })
  await operator.addChannel({ ...fields, models: 'for-few', group: 'secret-group' })
  const write = (file: string, ...values: string[]) =>
    runQuietly('The log stays empty.', bun, [join(import.meta.dirname, file), gateway.databaseFile, ...values])
  await write('busy-month.ts')
  const now = Math.floor(Date.now() / 1000)
  const row = (fields: object) => ({ user_id: 1, channel_id: 1, model_name: MODEL, created_at: now - 3600, ...fields })
  const failed = (days: number) =>
    row({ type: LOG_TYPE.error, created_at: now - days * DAY, error_code: 'x', other: '{"status_code":502}' })
  const answered = (group: string, ms: number) =>
    row({ type: LOG_TYPE.consume, group, first_token_ms: ms, duration_ms: ms + 2_000, completion_tokens: 90 })
  const rows = [
    ...Array.from({ length: 30 }, () => failed(4)),
    ...Array.from({ length: 3 }, () => failed(9)),
    ...Array.from({ length: 40 }, (_, call) => answered(call % 2 ? 'default' : 'secret-group', 300 + call * 10)),
  ]
  await write('log-rows.ts', JSON.stringify(rows))

  await context.clearCookies()
  await page.addInitScript(() => localStorage.removeItem('user'))
  await page.goto('/pricing')
  await page.getByRole('link', { name: `Page of ${MODEL}`, exact: true }).click()
  await expect(page).toHaveURL(`/pricing/${MODEL}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MODEL)
  const price = page.getByRole('region', { name: 'Price and abilities' })
  for (const words of ['$2.50', 'All-round', 'zero', '16,384']) await expect(price).toContainText(words)
  const code = page.getByRole('region', { name: 'Code samples' })
  await expect(code).toContainText(`${gateway.url}/v1`)
  await expect(code).toContainText(`"${MODEL}"`)
  const uptime = page.getByRole('region', { name: 'Uptime of the last 30 days' })
  await expect(uptime).toBeHidden()
  await expect(page.getByRole('region', { name: 'Speed' })).toBeHidden()

  await operator.setOption('ModelFiguresShownEnabled', true)
  await page.reload()
  await expect(uptime.getByRole('listitem')).toHaveCount(30)
  await expect(uptime.getByRole('listitem').nth(-5)).toContainText(/\d% of calls answered/)
  await expect(page.getByRole('region', { name: 'Speed' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('main')).not.toContainText(/secret-group|Hidden upstream/)
  const badge = page.getByRole('region', { name: 'Badge and feed' })
  const picture = badge.getByRole('img', { name: `Uptime of ${MODEL}` })
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(60)
  await expect(badge).toContainText(`[![${MODEL}](${gateway.url}/badge/${MODEL}.svg)](${gateway.url}/pricing/${MODEL})`)
  const address = await badge.getByRole('link', { name: 'Feed of incidents: RSS' }).getAttribute('href')
  const feed = await (await fetch(`${gateway.url}${address}`)).text()
  expect(feed).toContain(`<title>${MODEL}: `)
  await expect(badge.getByRole('link', { name: 'Feed of incidents: JSON' })).toHaveAttribute('href', '/feed.json')
  await expect(page.locator('head link[rel="alternate"]')).toHaveCount(2)

  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    expect(await problemsInStates(page, language, () => page.goto(`/pricing/${MODEL}`))).toEqual([])
  }
})

test('a model that holds no conversations shows no prices of tools, and samples of its own endpoint', async ({
  page,
  gateway,
  operator,
}) => {
  await operator.addChannel({
    type: 1,
    name: 'One',
    key: 'k',
    models: 'gpt-4o-mini,text-embedding-3-small,dall-e-3,tts-1,whisper-1,suno_music',
  })
  const price = page.getByRole('region', { name: 'Price and abilities' })
  await page.goto('/pricing/gpt-4o-mini')
  await expect(price).toContainText('web_search')
  await page.goto('/pricing/text-embedding-3-small')
  await expect(price).toContainText('$0.02')
  await expect(price).not.toContainText('web_search')
  await expect(price).not.toContainText('Output')
  const code = page.getByRole('region', { name: 'Code samples' })
  await expect(code).toContainText(`curl '${gateway.url}/v1/embeddings'`)
  await code.getByRole('tab', { name: 'Python' }).click()
  await expect(code).toContainText('client.embeddings.create(model="text-embedding-3-small", input="Hello!")')
  await page.goto('/pricing/dall-e-3')
  await expect(code).toContainText(`curl '${gateway.url}/v1/images/generations'`)
  await page.goto('/pricing/tts-1')
  await expect(code).toContainText(`curl '${gateway.url}/v1/audio/speech'`)
  await page.goto('/pricing/whisper-1')
  await expect(code).toContainText(`curl '${gateway.url}/v1/audio/transcriptions'`)
  await page.goto('/pricing/suno_music')
  await expect(price).toBeVisible()
  await expect(code).toHaveCount(0)
})

test('names of models are never more than names; a model of nobody’s group shows its price alone', async ({
  page,
  operator,
}) => {
  await operator.setOption('ModelRatio', JSON.stringify({ [SLASHED]: 1 }))
  await operator.setOption('ModelFiguresShownEnabled', true)
  await operator.setOption('GroupRatio', '{"default":1,"secret-group":2}')
  const fields = { type: 1, name: 'One', key: 'k' }
  await operator.addChannel({ ...fields, models: SLASHED, group: 'default' })
  await operator.addChannel({ ...fields, models: 'for-few', group: 'secret-group' })
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/pricing')
  await page.getByRole('link', { name: `Page of ${SLASHED}`, exact: true }).click()
  await expect(title).toHaveText(SLASHED)
  await page.reload()
  await expect(title).toHaveText(SLASHED)
  await expect(page.getByRole('region', { name: 'Uptime of the last 30 days' })).toBeVisible()
  const picture = page.getByRole('img', { name: `Uptime of ${SLASHED}` })
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(60)

  await page.goto('/pricing/for-few')
  await expect(page.getByText('None of your groups can use this model.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Uptime of the last 30 days' })).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText('secret-group')

  for (const name of [
    'no-such-model',
    'a%2F..%2Fb',
    '%3Cimg%20src=x%20onerror=alert(1)%3E',
    'x.pro',
    '.hidden',
    'x'.repeat(10_000),
  ]) {
    await page.goto(`/pricing/${name}`)
    await expect(page.getByRole('main')).toContainText(/No such model here|address is too long/i)
  }
})
