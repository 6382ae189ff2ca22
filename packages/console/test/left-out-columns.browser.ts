import { expect as expectNow, type Locator, type Page } from '@playwright/test'
import { PHONE, settled } from './page-problems.ts'
import { test } from './signed-in.ts'
import { fillTasks } from './task-rows.ts'

/** A slow machine takes a while to show a full list. */
const expect = expectNow.configure({ timeout: 20_000 })

const NARROW = { width: 1024, height: 900 }
const CHANNEL = { type: 1, name: 'East 1', key: 'sk-upstream', models: 'gpt-4o', tag: 'east', group: 'default,vip' }

/** The titles that the chooser has ticked, by whether it says that they stand in the row's details. */
async function chosen(page: Page): Promise<{ drawn: string[]; inDetails: string[] }> {
  await page.getByRole('button', { name: 'Columns' }).click()
  const leftOut = page.getByRole('checkbox', { name: /in the row’s details$/ })
  await expect(leftOut.filter({ visible: true })).not.toHaveCount(0)
  const labels = await page
    .getByRole('tooltip')
    .getByRole('checkbox')
    .evaluateAll(boxes =>
      boxes
        .filter(box => (box as HTMLInputElement).checked) // checkboxes are inputs
        .map(box => box.closest('label')?.innerText.replace(/\s+/g, ' ').trim() ?? ''),
    )
  await page.keyboard.press('Escape')
  const suffix = ' in the row’s details'
  return {
    drawn: labels.filter(label => !label.endsWith(suffix)),
    inDetails: labels.filter(label => label.endsWith(suffix)).map(label => label.slice(0, -suffix.length)),
  }
}

async function shows(place: Locator, titles: readonly string[]): Promise<void> {
  for (const title of titles) await expect(place.getByText(title, { exact: true }), title).toBeVisible()
}

for (const path of ['/midjourney', '/task', '/channel', '/pricing'])
  test(`every chosen column of ${path} is drawn, or stands in the row’s details, and the chooser says which`, async ({
    page,
    gateway,
    operator,
  }) => {
    await fillTasks(gateway.databaseFile, operator.user.id)
    await operator.addChannel(CHANNEL)
    await page.setViewportSize(NARROW)
    await page.goto(path)
    const row = page.locator('tbody tr[data-row]').first()
    await expect(row).toBeVisible()
    await settled(page)
    const { drawn, inDetails } = await chosen(page)
    await row.getByRole('button', { name: /^Details of/ }).click()
    await shows(page.getByRole('columnheader'), drawn)
    await shows(page.locator('dt'), inDetails)
  })

const ORDER = {
  ...{
    id: 1,
    quota: 500_000,
    money_cents: 100,
    currency: '',
    trade_no: 'T1',
    payment_method: 'zfb',
    status: 'success',
  },
  ...{ plan: '', subscription_id: 0, refunded_cents: 0, taken_quota: 0, create_time: 1_700_000_000 },
  ...{ complete_time: 1_700_000_060, user_id: 1, username: 'root', provider_ref: 'P1', completed_by: '', note: '' },
}
const SUBSCRIPTION = {
  ...{ id: 1, name: 'Pro', user_id: 1, username: 'root', plan_id: 1, status: 'active', unit: 'quota', windows: [] },
  ...{ used: 0, source: 'bought', term_end: 4_000_000_000, renews: false, order: 0 },
}
/** Lists without a chooser of columns, too narrow for all, with an answer where a new gateway has no row. */
const WITHOUT_CHOOSER = [
  ['/system', 1440, null],
  ['/system', 1024, null],
  ['/jobs', 1024, null],
  ['/order', 1440, ['**/api/order/?*', ORDER]],
  ['/order', 1024, ['**/api/order/?*', ORDER]],
  ['/plan/users', 1024, ['**/api/subscription/?*', SUBSCRIPTION]],
] as const
const WIDE = { width: 2560, height: 900 }

for (const [path, width, answer] of WITHOUT_CHOOSER)
  test(`every column of ${path} is drawn at ${width} pixels, or stands in the row’s details`, async ({ page }) => {
    if (answer) {
      const data = { items: [answer[1]], total: 1, page: 1, page_size: 10 }
      await page.route(answer[0], route => route.fulfill({ json: { success: true, message: '', data } }))
    }
    await page.setViewportSize(WIDE)
    await page.goto(path)
    const row = page.locator('tbody tr[data-row]').first()
    await expect(row).toBeVisible()
    await settled(page)
    const headings = page.locator('main thead').first().getByRole('columnheader')
    const titles = await headings.allInnerTexts()
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => headings.count()).toBeLessThan(titles.length)
    await settled(page)
    const drawn = await headings.allInnerTexts()
    await row.getByRole('button', { name: /^Details of/ }).click()
    const details = row.locator('xpath=following-sibling::tr[1]').locator('dt')
    await shows(
      details,
      titles.filter(title => !drawn.includes(title)),
    )
  })

test('a channel under its tag opens into what the list leaves out, and so does the tag', async ({ page, operator }) => {
  await operator.addChannel(CHANNEL)
  await operator.addChannel({ ...CHANNEL, name: 'East 2' })
  await page.setViewportSize(NARROW)
  await page.goto('/channel')
  await page.getByRole('switch', { name: 'By tags' }).click()
  await page.getByRole('button', { name: 'Expand row' }).click()
  await shows(page.locator('dt'), ['Tag'])
  await page.getByRole('button', { name: 'Details of East 2' }).click()
  await expect(page.locator('dt').getByText('Tag', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Details of East 2' }).click()
  await expect(page.locator('dt').getByText('Tag', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Details of East 1' })).toBeVisible()
})

test('on a phone the chooser says which columns an opened card alone shows', async ({ page, operator }) => {
  await operator.addChannel(CHANNEL)
  await page.setViewportSize(PHONE)
  await page.goto('/channel')
  await expect(page.getByRole('article')).toBeVisible()
  await settled(page)
  const { inDetails } = await chosen(page)
  expect(inDetails).toEqual(['ID', 'Type', 'Priority', 'Weight', 'Models', 'Groups', 'Tag'])
  await page.getByRole('button', { name: 'Details of East 1' }).click()
  await shows(page.locator('dt'), inDetails)
})
