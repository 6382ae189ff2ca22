import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './furnished.ts'
import { settled, withoutLive } from './page-problems.ts'
import { tabTo } from './tab-to.ts'

test.beforeEach(async ({ page }) => {
  await withoutLive(page)
})

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** Opens something with Enter and closes it with Escape: the focus moves into it, and then back. */
async function opensAndGivesBack(page: Page, control: Locator, opened: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
  await expect(opened).toBeVisible()
  // A drawer has it on the frame around the dialog.
  const hasFocus = () =>
    opened.evaluate(element => (element.closest('.ant-drawer') ?? element).contains(document.activeElement))
  await expect.poll(hasFocus).toBe(true)
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expect(control).toBeFocused()
}

test('without a mouse: a row of the log, its menu, and the filters', async ({ page }) => {
  await open(page, '/log?type=2')
  const row = page.locator('tbody tr[data-row]').first()
  const expand = row.locator('button[aria-expanded]')
  await tabTo(page, expand)
  await page.keyboard.press('Enter')
  await expect(expand).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('button', { name: 'Copy as curl' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(expand).toHaveAttribute('aria-expanded', 'false')
  await expect(expand).toBeFocused()
  const more = row.getByRole('button', { name: /^More actions/ })
  await tabTo(page, more)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy as curl' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Copy as curl' })).toBeHidden()
  await expect(more).toBeFocused()
  await tabTo(page, page.getByRole('combobox', { name: 'Token', exact: true }))
  await page.keyboard.type('Nightly jobs')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/token_name=Nightly\+jobs/)
  await tabTo(page, page.getByRole('button', { name: 'Clear filters' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/log$/)
})

test('without a mouse: models are chosen and compared', async ({ page }) => {
  await open(page, '/pricing')
  const boxes = page.locator('tbody tr[data-row]').getByRole('checkbox')
  for (const box of [boxes.nth(0), boxes.nth(1)]) {
    await tabTo(page, box)
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  }
  await opensAndGivesBack(page, page.getByRole('button', { name: 'Compare' }), page.getByRole('dialog'))
})

test('without a mouse: a channel’s drawer and a tag’s form', async ({ page }) => {
  await open(page, '/channel')
  const edit = page.locator('tbody').getByRole('button', { name: /^Edit/ }).first()
  await opensAndGivesBack(page, edit, page.getByRole('dialog'))
  const byTags = page.getByRole('switch', { name: 'By tags' })
  await tabTo(page, byTags)
  await page.keyboard.press('Space')
  await expect(byTags).toBeChecked()
  await settled(page)
  await opensAndGivesBack(page, page.getByRole('button', { name: /^Edit tag/ }).first(), page.getByRole('dialog'))
})

test('without a mouse: a value that filters is gone from its row, and the focus stays in the list', async ({
  page,
}) => {
  await open(page, '/log?type=2')
  const value = page.locator('tbody tr[data-row]').getByRole('link', { name: 'Nightly jobs' }).first()
  await tabTo(page, value)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/token_name=Nightly/)
  await settled(page)
  const list = page.locator('main section').filter({ has: page.locator('tbody tr[data-row]') })
  await expect(list).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(list.locator(':focus')).toHaveCount(1)
})
