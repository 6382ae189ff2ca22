import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

test('the API page tells of every call, and opens one into its shapes and an example', async ({ page }) => {
  await page.goto('/api-docs')
  const calls = page.locator('details')
  await expect(calls).not.toHaveCount(0)
  const all = await calls.count()
  await page.getByRole('textbox', { name: 'Find a call' }).fill('revoke the key')
  await expect(page.getByText('No call matches')).toBeVisible()
  await page.getByRole('textbox', { name: 'Find a call' }).fill('/api/channel/{id}')
  await expect(calls).not.toHaveCount(all)
  const one = calls.filter({ hasText: 'One channel' })
  await one.locator('summary').click()
  await expect(one.locator('pre').filter({ hasText: 'base_url: string' })).toBeVisible()
  await expect(one.locator('pre').filter({ hasText: 'curl' })).toContainText('/api/channel/ID"')
  await expect(page.getByRole('link', { name: 'OpenAPI description' })).toHaveAttribute('href', '/api/openapi.json')
})

test('a test alert says where it could not go', async ({ page, operator, gateway }) => {
  await page.goto('/setting?tab=operation')
  const alerts = page.getByRole('region', { name: 'Alerts', exact: true })
  await expect(alerts.getByRole('listitem').filter({ hasText: 'The books do not balance' })).toBeVisible()
  await alerts.getByRole('button', { name: 'Send a test alert' }).click()
  await expect(page.getByText('Alerts go nowhere')).toBeVisible()
  await operator.ask('PUT', '/api/option/', {
    key: 'alert_setting.webhook_url',
    value: `${gateway.url}/api/no-such-call`,
  })
  await alerts.getByRole('button', { name: 'Send a test alert' }).click()
  await expect(page.getByText('webhook: the webhook answered with status 404')).toBeVisible()
})
