import { expect } from '@playwright/test'
import { test } from './furnished.ts'

test('a visitor sees what is served, what it costs and whether it is up, in the operator’s colour', async ({
  browser,
  furnished: { gateway, operator },
}) => {
  const dress = async (brand: Record<string, string>) => {
    for (const [key, value] of Object.entries(brand)) await operator.setOption(key, value)
  }
  await dress({ SystemName: 'Harbour AI', AccentColor: '#8a1c5b', AvailabilityShownEnabled: 'true' })
  const context = await browser.newContext({
    baseURL: gateway.url,
    storageState: { cookies: [], origins: [] },
    colorScheme: 'light',
  })
  const page = await context.newPage()
  await page.goto('/')

  const models = page.getByRole('region', { name: /^Models and prices/ })
  await expect(models.getByRole('columnheader', { name: 'Anthropic' })).toBeVisible()
  await expect(models.getByRole('row', { name: /claude-opus-5/ })).toContainText('$5.00')
  const hours = page.getByRole('region', { name: 'The last 24 hours' }).getByRole('listitem')
  await expect(hours).toHaveCount(24)
  await expect(hours.last()).toContainText(/% of calls answered|no calls/)
  await expect(page.getByRole('link', { name: 'Claude Code' })).toHaveAttribute('href', '/connect/claude-code')
  await expect(page).toHaveTitle(/Harbour AI/)

  const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
  await expect(signIn).toHaveCSS('background-color', 'rgb(138, 28, 91)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(signIn).not.toHaveCSS('background-color', 'rgb(138, 28, 91)')
  await context.close()
  await dress({ SystemName: 'Tollgate', AccentColor: '', AvailabilityShownEnabled: 'false' })
})

test('a colour that could not be read is refused in one sentence', async ({ page, furnished: _ }) => {
  await page.goto('/setting?tab=other')
  const colour = page.getByRole('region', { name: 'Accent colour' })
  await colour.getByLabel('Accent colour', { exact: true }).fill('#ffcc00')
  await colour.getByRole('button', { name: 'Save' }).click()
  await expect(colour.getByText(/is too light to be read on the light theme/)).toBeVisible()
})
