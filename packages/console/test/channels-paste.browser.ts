import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

test('a pasted line of curl fills in the form of a new channel', async ({ page }) => {
  await page.goto('/channel/add')
  const form = page.getByRole('dialog', { name: 'Add channel' })
  await form.getByRole('button', { name: 'Fill in from a curl line or code' }).click()
  const pasted = form.getByLabel('Curl line, code or environment')
  await pasted.fill('good morning')
  await expect(form.getByText('Neither an address nor a key or model was found.')).toBeVisible()
  await pasted.fill(
    `curl https://llm.example/v1/messages -H 'x-api-key: k-upstream' -H 'anthropic-version: 2023-06-01' -d '{"model":"claude-x"}'`,
  )
  await expect(form.getByText('Filled in: Type, API address, Key, claude-x')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Anthropic Claude')
  await expect(form.getByLabel('API address')).toHaveValue('https://llm.example')
  await expect(form.getByLabel('Key', { exact: true })).toHaveValue('k-upstream')
  await expect(form.locator('.ant-select-selection-item').filter({ hasText: /^claude-x$/ })).toBeVisible()
})
