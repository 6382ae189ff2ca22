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
  await expect(page.getByText('Alerts have no destination')).toBeVisible()
  await operator.ask('PUT', '/api/option/', {
    key: 'alert_setting.webhook_url',
    value: `${gateway.url}/api/no-such-call`,
  })
  await alerts.getByRole('button', { name: 'Send a test alert' }).click()
  await expect(page.getByText('webhook: the webhook answered with status 404')).toBeVisible()
})

const DISK = {
  en: {
    list: 'Alerts: what is watched, and what is wrong',
    rule: 'The disk is nearly full',
    wrong: '% free space, less than 100 %',
    off: 'not watched',
    well: 'well',
  },
  zh: { list: '告警规则与当前问题', rule: '磁盘将满', wrong: '低于 100 %', off: '未启用', well: '正常' },
  ru: {
    list: 'Оповещения: за чем следим и что не так',
    rule: 'Диск почти полон',
    wrong: 'меньше 100 %',
    off: 'не отслеживается',
    well: 'в порядке',
  },
} as const

test('the list of alerts has what the server tells of itself, and all that is well', async ({ page, operator }) => {
  // The server looks at its disk now and then.
  test.setTimeout(300_000)
  const set = (key: string, value: unknown) => operator.ask('PUT', '/api/option/', { key, value: String(value) })
  const rows = (language: keyof typeof DISK) =>
    page.getByRole('list', { name: DISK[language].list }).getByRole('listitem')
  const row = (language: keyof typeof DISK) => rows(language).filter({ hasText: DISK[language].rule })
  await page.goto('/setting?tab=operation')
  await expect(row('en')).toContainText(DISK.en.off, { timeout: 30_000 })
  await set('AlertsEnabled', true)
  await set('alert_setting.disk_percent', 100)
  try {
    await expect(async () => {
      await page.reload()
      await expect(row('en')).toContainText(DISK.en.wrong, { timeout: 5_000 })
    }).toPass({ timeout: 90_000 })
    for (const language of ['zh', 'ru', 'en'] as const) {
      await page.evaluate(code => localStorage.setItem('i18nextLng', code), language)
      await page.reload()
      await expect(row(language)).toContainText(DISK[language].wrong)
      await expect(rows(language).filter({ hasText: 'Redis' })).toContainText(DISK[language].well)
    }
  } finally {
    await set('alert_setting.disk_percent', 10)
  }
  await expect(async () => {
    await page.reload()
    await expect(row('en')).toContainText('has enough space again', { timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  await expect(row('en')).toContainText(DISK.en.well)
  await set('AlertsEnabled', false)
})
