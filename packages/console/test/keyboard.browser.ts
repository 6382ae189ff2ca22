import { expect } from '@playwright/test'
import { OPERATOR } from './operator.ts'
import { test } from './set-up.ts'
import { tabTo } from './tab-to.ts'
import { startUpstream } from './upstream/index.ts'

test('without a mouse: signing in, making a token, finding a page, signing out', async ({ page, operator }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username or e-mail')).toBeFocused()
  await page.keyboard.type(OPERATOR.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(OPERATOR.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/token')

  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Add token' }).first())
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add token' })
  await tabTo(page, form.getByLabel('Name', { exact: true }))
  await page.keyboard.type('by keyboard')
  await page.keyboard.press('Control+Enter')
  await expect(form).toBeHidden()
  const made = page.getByRole('dialog')
  await expect(made).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(made).toBeHidden()
  await expect(page.getByRole('row', { name: 'by keyboard' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.type('Personal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/personal')

  const name = operator.user.display_name || operator.user.username
  await tabTo(page, page.getByRole('button', { name: `Account of ${name}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('without a mouse: from the palette to a channel, its test, a token, its trial and the receipt', async ({
  page,
  operator,
}) => {
  test.setTimeout(180_000)
  const upstream = await startUpstream()
  await operator.setOption('SelfUseModeEnabled', true)
  await page.goto('/login')
  await expect(page.getByLabel('Username or e-mail')).toBeFocused()
  await page.keyboard.type(OPERATOR.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(OPERATOR.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/token')

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.type('add channel')
  await page
    .getByRole('option', { name: /Add channel/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add channel' })
  await expect(form).toBeVisible()
  for (const [label, text] of [
    ['Name', 'Main'],
    ['Key', 'sk-openai'],
    ['API address', upstream.url],
  ] as const) {
    await tabTo(page, form.getByLabel(label, { exact: label !== 'API address' }))
    await page.keyboard.type(text)
  }
  await tabTo(page, form.getByRole('button', { name: 'Fill in this type’s models' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(form).toBeHidden()

  const offer = page.getByRole('complementary', { name: 'First steps' })
  await tabTo(page, offer.getByRole('button', { name: 'Test it' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/“Main” answered in/)).toBeVisible()
  await tabTo(page, offer.getByRole('button', { name: 'Make a token' }))
  await page.keyboard.press('Enter')
  const ready = page.getByRole('dialog', { name: 'The token is ready' })
  await tabTo(page, ready.getByRole('button', { name: 'Try it' }))
  await page.keyboard.press('Enter')
  const trial = page.getByRole('dialog', { name: 'Try it' })
  const receipt = trial.getByRole('table', { name: 'Receipt' })
  await expect(receipt.getByRole('row', { name: /^Charged/ })).toContainText('$')
  const asked = upstream.keys.length
  await tabTo(page, trial.getByRole('button', { name: 'Ask again' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => upstream.keys.length).toBe(asked + 1)
  await expect(receipt).toBeVisible()
  await tabTo(page, trial.getByRole('link', { name: 'Open in the log' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/log\?request_id=/)
  await expect(trial).toBeHidden()

  const expand = page.locator('tbody tr[data-row] button[aria-expanded]')
  await tabTo(page, expand)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Receipt' })).toBeVisible()
  await upstream.stop()
})
