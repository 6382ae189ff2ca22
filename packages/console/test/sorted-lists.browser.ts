import { expect, type Page } from '@playwright/test'
import { VIEWS_PER_USER_MAX } from '@tollgate/contract'
import { barriers } from './axe.ts'
import { PHONE } from './page-problems.ts'
import { test } from './signed-in.ts'

const CHANNEL = { type: 1, key: 'sk-upstream', models: 'gpt-4o' }
const names = (page: Page) => page.locator('tr[data-row] strong').allTextContents()
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name })

test('a list sorts by its headings, over all pages, and the address says how', async ({ page, operator }) => {
  for (const [name, priority, weight] of [
    ['b', 1, 5],
    ['a', 3, 0],
    ['c', 2, 9],
  ] as const)
    await operator.addChannel({ ...CHANNEL, name, priority, weight, ...(name === 'c' && { status: 2 }) })
  await page.goto('/channel')
  await expect.poll(() => names(page)).toEqual(['a', 'c', 'b'])
  await heading(page, 'Name').getByRole('button').click()
  await expect.poll(() => names(page)).toEqual(['a', 'b', 'c'])
  await expect(heading(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=name/)
  await heading(page, 'Priority').getByRole('button').press('Enter')
  await expect.poll(() => names(page)).toEqual(['a', 'c', 'b'])
  await heading(page, 'Priority').getByRole('button').press('Enter')
  await expect.poll(() => names(page)).toEqual(['b', 'c', 'a'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['b', 'c', 'a'])

  // a filter with several values
  await page.goto('/channel?status=1,3&sort=-name')
  await expect.poll(() => names(page)).toEqual(['b', 'a'])
  // a column with several values has a menu
  await heading(page, 'Used / balance').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Balance' }).click()
  await expect(page).toHaveURL(/sort=-balance/)
  // a view is kept under a name, with its filters, sort and columns
  await page.goto('/channel?status=1,3&sort=-name')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('tooltip').getByRole('checkbox', { name: 'Weight' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Keep this view …' }).click()
  await page.getByLabel('Name of the view').fill('In use')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The view “In use” is kept')).toBeVisible()
  await page.goto('/channel')
  await page.evaluate(() => localStorage.removeItem('channels-table-columns'))
  await page.getByRole('button', { name: 'Views' }).click()
  await page
    .getByRole('menuitem')
    .filter({ hasText: /^In use$/ })
    .click()
  await expect.poll(() => names(page)).toEqual(['b', 'a'])
  await expect(heading(page, 'Weight')).toHaveCount(0)

  // anything else sorts nothing
  await page.goto('/channel?sort=key_sealed')
  await expect.poll(() => names(page)).toEqual(['a', 'c', 'b'])
  await page.setViewportSize(PHONE)
  await page.getByRole('combobox', { name: 'Sort' }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Name ↓' }).click()
  await expect(page.getByRole('article').first()).toContainText('c')
})

test('a channel whose calls fail is not green, and says why', async ({ page, operator }) => {
  await operator.addChannel({ ...CHANNEL, name: 'stormy' })
  await operator.addChannel({ ...CHANNEL, name: 'calm' })
  const hour = {
    calls: 40,
    failures: 30,
    success: 0.25,
    first_token_ms: 830,
    slots: Array.from({ length: 20 }, (_, slot) => ({ answered: slot % 3, failed: slot % 4 })),
    troubles: ['failing', 'key_trouble'],
    breakers: [],
    bad_keys: { refused: 1, resting: 0 },
  }
  const asked: string[] = []
  await page.route('**/api/channel/{,search}?**', async route => {
    asked.push(route.request().url())
    const response = await route.fetch()
    const json = await response.json()
    for (const item of json.data.items) if (item.name === 'stormy') item.hour = hour
    await route.fulfill({ json })
  })
  await page.goto('/channel?health=failing,idle')
  const row = page.getByRole('row', { name: /stormy/ })
  await expect(row.getByText('Failing')).toBeVisible()
  await expect(row).toContainText('25%')
  await expect(row).toContainText('830ms')
  await expect(row.getByText('Enabled')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /calm/ })).toContainText('No calls')
  expect(asked.some(url => url.includes('health=failing%2Cidle'))).toBe(true)
  await row.getByText('Failing').hover()
  await expect(page.getByRole('tooltip')).toContainText('30 of 40 calls failed in the last hour')
  await expect(page.getByRole('tooltip')).toContainText('1 key is refused or disabled')
  expect(await barriers(page)).toEqual([])
})

test('a list is sorted by a column that has no room or is not chosen', async ({ page, operator }) => {
  for (const [name, weight] of [
    ['b', 5],
    ['a', 0],
  ] as const)
    await operator.addChannel({ ...CHANNEL, name, weight })
  await page.setViewportSize({ width: 1024, height: 900 })
  await page.goto('/channel')
  await expect.poll(() => names(page)).toEqual(['a', 'b'])
  await expect(heading(page, 'Weight')).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('tooltip').getByRole('combobox', { name: 'Sort' }).click()
  const weight = page.locator('.ant-select-item-option', { hasText: 'Weight ↓' })
  while (!(await weight.isVisible())) await page.keyboard.press('ArrowDown')
  await weight.click()
  await expect(page).toHaveURL(/sort=-weight/)
  await expect.poll(() => names(page)).toEqual(['b', 'a'])
  await expect(page.getByRole('tooltip').getByRole('combobox', { name: 'Sort' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
})

test('a shared view has its name, order and widths, and is kept under its name', async ({ page, operator }) => {
  await operator.addChannel({ ...CHANNEL, name: 'a' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const received = '/channel?status=1,3&columns=weight.name.nonsense.status:200:x.priority:wide&view=In+use'
  await page.goto(received)
  const headings = page.getByRole('columnheader')
  await expect(headings.first()).toHaveText('Weight')
  await expect(page.getByRole('button', { name: 'Views' })).toHaveText('In use')
  await expect
    .poll(() => heading(page, 'Status').evaluate(cell => Math.round(cell.getBoundingClientRect().width)))
    .toBe(200)
  await page.getByRole('button', { name: 'Views: In use' }).click()
  await page.getByRole('menuitem', { name: 'Keep “In use”' }).click()
  await expect(page.getByText('The view “In use” is kept')).toBeVisible()
  // A change of the columns stays in the address, not in this browser.
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('tooltip').getByRole('checkbox', { name: 'Priority' }).press('Shift+ArrowRight')
  await expect(page).toHaveURL(/priority(%3A|:)\d+/)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('channels-table-layout'))).toBeNull()
  await page.goto('/channel')
  await expect(headings.first()).not.toHaveText('Weight')
  await openView(page, 'In use')
  await expect(page).toHaveURL(/view=In\+use/)
  await expect(headings.first()).toHaveText('Weight')
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name: 'Keep “In use”' })).toHaveCount(0)
})

const openView = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem').getByText(name, { exact: true }).click()
}

test('a view has its name until its filters, sort order or columns change, or it is deleted', async ({
  page,
  operator,
}) => {
  for (let number = 1; number <= 11; number++) await operator.addChannel({ ...CHANNEL, name: `n${number}` })
  await page.addInitScript(() => localStorage.setItem('channels-page-size', '10'))
  const views = page.getByRole('button', { name: /^Views/ })
  await page.goto('/channel?status=1')
  await views.click()
  await page.getByRole('menuitem', { name: 'Keep this view …' }).click()
  await page.getByLabel('Name of the view').fill('On')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The view “On” is kept')).toBeVisible()

  const changes: Record<string, () => Promise<void>> = {
    'sort order': () => heading(page, 'Name').getByRole('button').click(),
    filter: async () => {
      await page.getByRole('textbox', { name: /^Name/ }).fill('n1')
      await page.keyboard.press('Enter')
    },
    columns: async () => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('tooltip').getByRole('checkbox', { name: 'Weight' }).uncheck()
      await page.keyboard.press('Escape')
    },
    'no filter': () => page.getByRole('button', { name: 'Clear filters' }).click(),
    deletion: async () => {
      await views.click()
      await page.getByRole('menuitem', { name: 'Delete “On”' }).click()
    },
  }
  for (const [change, make] of Object.entries(changes)) {
    await page.goto('/channel')
    await openView(page, 'On')
    await expect(views, change).toHaveText('On')
    await page.getByRole('listitem', { name: '2' }).click()
    await expect(page).toHaveURL(/p=2/)
    await expect(views, change).toHaveText('On')
    await make()
    await expect(page, change).not.toHaveURL(/view=/)
    await expect(views, change).toHaveText('')
  }
})

test('a received view with the name of another one of the user’s does not show it', async ({ page, operator: _ }) => {
  const own = { channels: [{ name: 'On', query: 'status=1' }] }
  await page.addInitScript(views => localStorage.setItem('list-views', views), JSON.stringify(own))
  const views = page.getByRole('button', { name: /^Views/ })
  await page.goto('/channel?status=1&p=1&view=On')
  await expect(views).toHaveText('On')
  await page.goto('/channel?status=3&view=On')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible()
  await expect(views).toHaveText('')
})

test('views follow the user to another browser, also those of an earlier version, and a refusal is said', async ({
  page,
  browser,
  baseURL,
  operator,
}) => {
  const earlier = { channels: [{ name: 'Earlier', query: 'status=3' }] }
  await page.goto('/channel?status=1')
  await page.evaluate(views => localStorage.setItem('list-views', views), JSON.stringify(earlier))
  await page.reload()
  const views = page.getByRole('button', { name: /^Views/ })
  await views.click()
  await expect(page.getByRole('menuitem', { name: 'Delete “Earlier”' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('list-views'))).not.toContain('Earlier')
  await page.getByRole('menuitem', { name: 'Keep this view …' }).click()
  await page.getByLabel('Name of the view').fill('On')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The view “On” is kept')).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' })
  await elsewhere.addCookies([{ ...operator.session, url: page.url() }])
  await elsewhere.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(operator.user))
  const other = await elsewhere.newPage()
  await other.goto('/channel')
  await openView(other, 'Earlier')
  await expect(other).toHaveURL(/status=3/)
  await expect(other.getByRole('button', { name: 'Views: Earlier' })).toBeVisible()
  await openView(other, 'On')
  await expect(other).toHaveURL(/status=1/)
  await elsewhere.close()

  for (let number = 3; number <= VIEWS_PER_USER_MAX; number++)
    await operator.ask('PUT', '/api/user/view', { list: 'users', name: `n${number}`, query: '' })
  await views.click()
  await page.getByRole('menuitem', { name: 'Keep this view …' }).click()
  await page.getByLabel('Name of the view').fill('One more')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`You have ${VIEWS_PER_USER_MAX} views`)).toBeVisible()
  await expect(page.getByLabel('Name of the view')).toHaveValue('One more')
})
