import { expect, type Page } from '@playwright/test'
import type { Channel } from '@tollgate/contract'
import type { Operator } from './operator.ts'
import { settled } from './page-problems.ts'
import { test } from './signed-in.ts'

const CHANNEL = { type: 1, key: 'sk-upstream', models: 'gpt-4o' }

/** Two channels of one tag, one of them off, one of another tag, and one without; shows the list by tags. */
async function openByTags(page: Page, operator: Operator): Promise<void> {
  await operator.addChannel({ ...CHANNEL, name: 'East 1', tag: 'east', priority: 2 })
  await operator.addChannel({ ...CHANNEL, name: 'East 2', tag: 'east', priority: 3, status: 2 })
  await operator.addChannel({ ...CHANNEL, name: 'West 1', tag: 'west', status: 2 })
  await operator.addChannel({ ...CHANNEL, name: 'Loose' })
  await page.goto('/channel')
  await page.getByRole('switch', { name: 'By tags' }).click()
  await expect(row(page, 'east')).toBeVisible()
  // The note above the list moves it down.
  await expect(page.getByText('Channels without a tag are not shown by tags.')).toBeVisible()
  await settled(page)
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) })
const stored = async (operator: Operator) => {
  const { items } = await operator.ask<{ items: Channel[] }>('GET', '/api/channel/?id_sort=true&page_size=100')
  return Object.fromEntries(items.map(channel => [channel.name, channel]))
}

test('a tag is on if any of its channels is, and opens into them', async ({ page, operator }) => {
  await openByTags(page, operator)
  await expect(row(page, 'east')).toContainText('(2)')
  await expect(row(page, 'east')).toContainText('Enabled')
  await expect(row(page, 'west')).toContainText('Disabled')
  await expect(page.getByText('Loose')).toBeHidden()
  await expect(page.getByText('Channels without a tag are not shown by tags.')).toBeVisible()
  await expect(page.getByText('East 1')).toBeHidden()
  await row(page, 'east').getByRole('button', { name: 'Expand row' }).click()
  await expect(row(page, 'East 1')).toContainText('Enabled')
  await expect(row(page, 'East 2')).toContainText('Disabled')
  await page.reload()
  await expect(row(page, 'west')).toBeVisible()
})

test('all channels of a tag are switched together', async ({ page, operator }) => {
  await openByTags(page, operator)
  const statuses = async () => Object.values(await stored(operator)).map(({ name, status }) => `${name} ${status}`)
  for (const [action, said, due] of [
    ['Disable all', 'All channels of “east” are disabled', ['Loose 1', 'West 1 2', 'East 2 2', 'East 1 2']],
    ['Enable all', 'All channels of “east” are enabled', ['Loose 1', 'West 1 2', 'East 2 1', 'East 1 1']],
  ] as const) {
    await page.getByRole('button', { name: 'More actions for east' }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await expect(page.getByText(said)).toBeVisible()
    expect(await statuses()).toEqual([...due])
  }
})

test('priority and weight of a tag are set on all its channels', async ({ page, operator }) => {
  await openByTags(page, operator)
  const priority = page.getByRole('spinbutton', { name: 'Priority: east' })
  await expect(priority).toHaveValue('')
  await priority.fill('7')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored(operator))['East 2']?.priority).toBe(7)
  await expect(priority).toHaveValue('7')
  await page.getByRole('spinbutton', { name: 'Weight: east' }).fill('-3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('spinbutton', { name: 'Weight: east' })).toHaveValue('0')
  expect((await stored(operator))['West 1']?.priority).toBe(0)
})

test('a tag’s form changes what is filled in alone, refuses what is no number, and a blank name dissolves it', async ({
  page,
  operator,
}) => {
  await openByTags(page, operator)
  const open = async (tag: string) => {
    await page.getByRole('button', { name: `Edit tag: ${tag}` }).click()
    return page.getByRole('dialog', { name: `Edit tag “${tag}”` })
  }
  let form = await open('east')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nothing was changed!')).toBeVisible()
  await form.getByLabel('Priority').fill('1.5')
  await form.getByLabel('Weight').fill('-1')
  await form.getByRole('button', { name: 'Model mapping as JSON' }).click()
  const mapping = form.getByRole('textbox', { name: 'Model mapping' })
  await mapping.fill('{"a"')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Priority must be an integer!')).toBeVisible()
  await expect(form.getByText('Weight must be a non-negative integer!')).toBeVisible()
  await expect(form.getByText('The model mapping must be valid JSON!')).toBeVisible()
  await form.getByLabel('Priority').fill('')
  await form.getByLabel('Weight').fill('5')
  await mapping.fill('{"a":"b"}')
  await form.getByLabel('Name of the tag').fill('far east')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2 channels changed')).toBeVisible()
  await expect(form).toBeHidden()
  expect((await stored(operator))['East 1']).toMatchObject({
    tag: 'far east',
    weight: 5,
    priority: 2,
    model_mapping: '{"a":"b"}',
    models: 'gpt-4o',
  })

  form = await open('far east')
  await form.getByLabel('Name of the tag').fill(' ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('far east')).toHaveCount(0)
  const all = await stored(operator)
  expect([all['East 1']?.tag, all['East 2']?.tag, all['West 1']?.tag]).toEqual(['', '', 'west'])
})

test('without a tag there is none to show, and it says how to make one', async ({ page, operator }) => {
  await operator.addChannel({ ...CHANNEL, name: 'Loose' })
  await page.goto('/channel')
  await page.getByRole('switch', { name: 'By tags' }).click()
  await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible()
})

test('a phone shows tags as cards with their channels inside', async ({ page, operator }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openByTagsOnPhone(page, operator)
  await page.getByRole('button', { name: 'Details of east' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'East 1' }).last()).toBeVisible()
})

async function openByTagsOnPhone(page: Page, operator: Operator): Promise<void> {
  await operator.addChannel({ ...CHANNEL, name: 'East 1', tag: 'east' })
  await page.addInitScript(() => localStorage.setItem('enable-tag-mode', 'true'))
  await page.goto('/channel')
}
