import { expect, type Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { test } from './furnished.ts'

async function openPalette(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  return page.getByRole('combobox', { name: 'Find anything' })
}

test('one finds channels, tokens, users, settings, calls and things to do, by the keyboard alone', async ({ page }) => {
  await page.goto('/token')
  const palette = await openPalette(page)
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  await palette.fill('Claude')
  const channel = group('Channels').getByRole('option').first()
  await expect(channel).toHaveAttribute('href', /^\/channel\/edit\/\d+$/)
  await expect(group('Tokens').getByRole('option')).toHaveText(/^Claude Code/)
  expect(await barriers(page)).toEqual([])
  await palette.fill('test Claude')
  await page.getByRole('option', { name: 'Test the channel “Claude”' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Claude')
  await expect(page).toHaveURL(/\/channel\?.*test=\d+/)
})

test('a setting opens at its field, and a request id opens its call', async ({ page }) => {
  await page.goto('/log?type=2')
  await page.locator('tbody button[aria-expanded]').first().click()
  const requestId = await page.locator('dd code').last().innerText()
  await (await openPalette(page)).fill('RetryTimes')
  await page.getByRole('option', { name: /^Retries/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/setting\?tab=\w+#option-\w+/)
  const option = new URL(page.url()).hash.slice(1)
  await expect(page.locator(`[id="${option}"]`)).toBeFocused()
  await (await openPalette(page)).fill(requestId)
  await page.getByRole('group', { name: 'Calls' }).getByRole('option').waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/log?request_id=${requestId}`)
})

test('a token form, another language and another theme are a few letters away', async ({ page }) => {
  await page.goto('/log')
  await (await openPalette(page)).fill('add token')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('Add token')).toBeVisible()
  await expect(page).toHaveURL('/token')
  await page.keyboard.press('Escape')
  await (await openPalette(page)).fill('dark theme')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Switch to the light theme' })).toBeVisible()
  await (await openPalette(page)).fill('русский')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('API-токены · Tollgate')
})

test('who is no administrator finds no channels, users and settings, and asks the server for none', async ({
  page,
  furnished: { operator },
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(user => localStorage.setItem('user', JSON.stringify(user)), { ...operator.user, role: 1 })
  await page.route('/api/user/self', route =>
    route.fulfill({ json: { success: true, message: '', data: { ...operator.user, role: 1 } } }),
  )
  await page.goto('/token')
  const palette = await openPalette(page)
  await palette.fill('a')
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  const groups = await page
    .getByRole('listbox')
    .getByRole('group')
    .evaluateAll(all => all.map(one => one.getAttribute('aria-labelledby')))
  for (const kind of ['settings', 'channels', 'users', 'tests']) expect(groups).not.toContain(`palette-${kind}`)
  expect(asked.filter(path => /^\/api\/(channel|user\/search)/.test(path))).toEqual([])
})
