import { expect, type Locator, type Page } from '@playwright/test'
import { test as base } from './gateway.ts'
import { OPERATOR, type Operator, setUp } from './operator.ts'

const test = base.extend<{ operator: Operator }>({
  reducedMotion: 'reduce',
  operator: [async ({ gateway }, use) => use(await setUp(gateway.url)), { auto: true }],
})

/** More stops than any page has. */
const MOST_STOPS = 80

/** Presses Tab until a control has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await control.evaluate(element => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus does not come to ${control}`)
}

test('without a mouse: signing in, making a token, finding a page, signing out', async ({ page, operator }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username or email')).toBeFocused()
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
