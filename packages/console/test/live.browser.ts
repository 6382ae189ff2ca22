import { expect } from '@playwright/test'
import { test } from './furnished.ts'
import { logged } from './logged.ts'

test.use({ reducedMotion: 'no-preference' })

test('the log tells how many calls have come that pass its filters, and moves nothing until they are asked for', async ({
  page,
  furnished: { gateway, operator },
}) => {
  const name = `live ${crypto.randomUUID().slice(0, 8)}`
  const token = await operator.addToken({ name })
  const other = await operator.addToken({ name: 'another' })
  const call = async (bearer: string) => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5.4-mini', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    expect(response.status, await response.text()).toBe(200)
  }
  await call(token.bearer)
  const rows = page.locator('tbody button[aria-expanded]')
  await logged(operator, `type=2&token_name=${encodeURIComponent(name)}`, 1)
  await page.goto(`/log?token_name=${encodeURIComponent(name)}`)
  await expect(rows).toHaveCount(1)
  const before = await rows.first().getAttribute('aria-label')
  await rows.first().click()
  await call(other.bearer)
  await call(token.bearer)
  await call(token.bearer)
  const news = page.getByRole('button', { name: '2 new' })
  await expect(news).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toHaveAttribute('aria-label', before ?? '')
  await expect(rows.first()).toHaveAttribute('aria-expanded', 'true')

  // Live mode shows new rows once nobody is reading.
  await page.getByLabel('Live').click()
  await expect(news).toBeVisible()
  await rows.first().click()
  await expect(rows).toHaveCount(3)
  await expect(news).toBeHidden()
  await page.getByLabel('Live').click()

  await call(token.bearer)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('button', { name: /^\d+ new$/ })).toBeHidden()
  for (const { id } of [token, other]) await operator.ask('DELETE', `/api/token/${id}`)
})

test('the channels keep up with what others do, and a row stays where it is', async ({
  page,
  furnished: { operator },
}) => {
  const name = `live ${crypto.randomUUID()}`
  const channel = await operator.addChannel({ type: 1, name, key: 'k', models: 'live-model' })
  await page.goto('/channel?model=live-model')
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Enabled')
  await operator.ask('PUT', '/api/channel/', { id: channel.id, status: 2 })
  await expect(row).toContainText('Disabled')
  const another = await operator.addChannel({
    type: 1,
    name: `before ${name}`,
    key: 'k',
    models: 'live-model',
    priority: 9,
  })
  const changed = page.getByRole('button', { name: 'The list has changed' })
  await expect(changed).toBeVisible()
  await expect(page.getByRole('row', { name: `before ${name}` })).toHaveCount(0)
  await changed.click()
  await expect(page.getByRole('row', { name: `before ${name}` })).toBeVisible()
  await expect(changed).toBeHidden()
  for (const { id } of [channel, another]) await operator.ask('DELETE', `/api/channel/${id}`)
})
