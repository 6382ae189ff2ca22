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
