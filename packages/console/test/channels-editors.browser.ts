import { expect } from '@playwright/test'
import type { Channel } from '@tollgate/contract'
import { barriers } from './axe.ts'
import { PHONE } from './page-problems.ts'
import { test } from './signed-in.ts'

test('mappings and overrides of a channel are tables with an example call, and JSON with numbered lines', async ({
  page,
  operator,
}) => {
  await operator.addChannel({
    type: 1,
    name: 'Mapped',
    key: 'sk-upstream',
    models: 'alias,other',
    setting: '{"rpm_limit":5}',
  })
  await page.goto('/channel')
  await page.getByRole('button', { name: 'Edit: Mapped' }).click()
  const form = page.getByRole('dialog', { name: 'Edit channel “Mapped”' })
  await form.getByText('Advanced').click()

  const mapping = form.getByRole('group', { name: 'Model mapping' })
  await mapping.getByRole('button', { name: 'Add a line' }).click()
  await mapping.getByLabel('Requested: 1').fill('alias')
  await mapping.getByLabel('Sent: alias').fill('alias-2')
  await expect(mapping.getByText('"model": "alias-2"')).toBeVisible()
  await mapping.getByRole('button', { name: 'Add a line' }).click()
  await mapping.getByLabel('Requested: 2').fill('alias-2')
  await mapping.getByLabel('Sent: alias-2').fill('alias')
  await expect(mapping.getByText('“alias” leads in a circle')).toBeVisible()
  await mapping.getByLabel('Sent: alias-2').fill('upstream')
  await expect(mapping.getByText('“alias” leads in a circle')).toHaveCount(0)

  const override = form.getByRole('group', { name: 'Parameter override' })
  await override.getByRole('button', { name: 'Add a line' }).click()
  await override.getByLabel('Member: 1').fill('temperature')
  await override.getByLabel('Value (JSON or text): temperature').fill('0.5')
  await expect(override.getByText('"temperature": 0.5')).toBeVisible()
  await form.getByRole('button', { name: 'Parameter override as JSON' }).click()
  await expect(form.getByRole('textbox', { name: 'Parameter override' })).toHaveValue('{\n  "temperature": 0.5\n}')

  const headers = form.getByRole('group', { name: 'Headers' })
  await headers.getByRole('button', { name: 'Add a line' }).click()
  await headers.getByLabel('Header: 1').fill('host')
  await headers.getByLabel('Value: host').fill('{client_header:authorization}')
  await expect(headers.getByText('The gateway writes this header itself')).toBeVisible()
  await headers.getByLabel('Header: 1').fill('x-tenant')
  await expect(headers.getByText('The client’s key for this gateway must not go upstream')).toBeVisible()
  await headers.getByLabel('Value: x-tenant').fill('tenant of {api_key}')
  await expect(headers.getByText('"x-tenant": "tenant of ••••"')).toBeVisible()

  await form.getByRole('button', { name: 'Headers as JSON' }).click()
  const headersText = form.getByRole('textbox', { name: 'Headers' })
  const numbers = form.locator('pre[aria-hidden]', { hasText: /^1\s2\s3$/ }).first()
  await expect.poll(() => numbers.evaluate(shown => shown.clientHeight)).toBeGreaterThan(50)
  await headersText.fill('{\n  "x-tenant": \n}')
  await expect(form.getByText('Line 3: Not a valid JSON string')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Line 3: Not a valid JSON string')).toHaveCount(2)
  await headersText.fill('{\n  "x-tenant": "tenant of {api_key}"\n}')
  await form.getByRole('button', { name: 'Headers as a table' }).click()
  await expect(headers.getByLabel('Header: 1')).toHaveValue('x-tenant')

  const proxy = form.getByRole('textbox', { name: 'Proxy' })
  const wrong = form.getByText('Not an address of a proxy')
  await proxy.fill('10.0.0.5:1080')
  await proxy.blur()
  await expect(wrong).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('“proxy” has a value that the gateway does not take')).toBeVisible()
  await proxy.fill('socks5://user:secret@10.0.0.5:1080')
  await proxy.blur()
  await expect(wrong).toHaveCount(0)
  await expect(form.getByRole('group', { name: 'Proxy' })).toContainText('socks5://user:••••@10.0.0.5:1080')
  await expect(form.getByRole('group', { name: 'Proxy' })).toContainText('api.openai.com')

  await form.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
  const prompt = form.getByRole('group', { name: 'System prompt' })
  await expect(prompt.getByText('{"role":"system","content":"Be brief."}')).toBeVisible()
  await form.getByRole('switch', { name: 'System prompt for every request' }).click()
  await expect(prompt.getByText('"Be brief.\\nAnswer in French."')).toBeVisible()

  const limits = form.getByRole('group', { name: 'Limits' })
  await expect(limits).toContainText('The channel is full at')
  await expect(limits).toContainText('Calls a minute: 5')

  const statuses = form.getByRole('group', { name: 'Status code mapping' })
  for (const [place, from, to] of [
    [1, '400', '500'],
    [2, '418', '429'],
  ] as const) {
    await statuses.getByRole('button', { name: 'Add a line' }).click()
    await statuses.getByLabel(`Upstream’s status: ${place}`).fill(from)
    await statuses.getByLabel(`Counts as: ${from}`).fill(to)
  }
  await expect(statuses.getByText('answers 400')).toBeVisible()
  await expect(statuses.getByText('answers 418')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await expect(mapping.getByLabel('Requested: 1')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const [stored] = (await operator.ask<{ items: Channel[] }>('GET', '/api/channel/')).items
  const { model_mapping, param_override, setting } = stored as Channel
  expect([model_mapping, param_override, setting].map(text => JSON.parse(text))).toEqual([
    { alias: 'alias-2', 'alias-2': 'upstream' },
    { temperature: 0.5 },
    {
      rpm_limit: 5,
      headers: { 'x-tenant': 'tenant of {api_key}' },
      proxy: 'socks5://user:secret@10.0.0.5:1080',
      system_prompt: 'Be brief.',
      system_prompt_override: true,
    },
  ])
})
