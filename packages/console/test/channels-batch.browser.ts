import { expect, type Page } from '@playwright/test'
import type { Channel } from '@tollgate/contract'
import { barriers } from './axe.ts'
import type { Operator } from './operator.ts'
import { test } from './signed-in.ts'

const CHANNEL = { type: 1, key: 'sk-upstream', models: 'gpt-4o' }

async function openSelecting(page: Page, operator: Operator, count: number): Promise<void> {
  for (let each = 1; each <= count; each++) await operator.addChannel({ ...CHANNEL, name: `Channel ${each}` })
  await page.goto('/channel')
  await page.getByRole('switch', { name: 'Select several' }).click()
  await expect(rows(page)).toHaveCount(count)
}

const rows = (page: Page) => page.getByRole('row', { name: /Channel \d/ })

const bar = (page: Page) => page.getByRole('toolbar', { name: /selected/ })
async function select(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name, exact: true }).check()
}
const stored = async (operator: Operator) => {
  const { items } = await operator.ask<{ items: Channel[] }>('GET', '/api/channel/?id_sort=true&page_size=100')
  return items.map(({ name, status, tag }) => `${name} ${status} ${tag}`.trim()).reverse()
}

test('nothing is done to nothing', async ({ page, operator }) => {
  await openSelecting(page, operator, 1)
  for (const [button, said] of [
    ['Delete', 'Please select the channels to delete first!'],
    ['Set tag', 'Please select the channels to tag first!'],
    ['Enable', 'Please select channels first!'],
  ] as const) {
    await bar(page).getByRole('button', { name: button }).click()
    await expect(page.getByText(said)).toBeVisible()
  }
})

test('the selected are switched, tagged and deleted', async ({ page, operator }) => {
  await openSelecting(page, operator, 3)
  await select(page, 'Channel 1')
  await select(page, 'Channel 2')
  await bar(page).getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Done: 2 changes')).toBeVisible()
  expect(await stored(operator)).toEqual(['Channel 1 2', 'Channel 2 2', 'Channel 3 1'])
  await expect(bar(page)).toContainText('0 selected')

  await select(page, 'Channel 1')
  await bar(page).getByRole('button', { name: 'Enable' }).click()
  await expect.poll(() => stored(operator)).toEqual(['Channel 1 1', 'Channel 2 2', 'Channel 3 1'])
  // When it is done it takes the selection back.
  await expect(bar(page)).toContainText('0 selected')

  await select(page, 'Channel 1')
  await select(page, 'Channel 3')
  await bar(page).getByRole('button', { name: 'Set tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tag of 2 channels' })
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(dialog.getByText('The tag must not be empty!')).toBeVisible()
  await dialog.getByLabel('Tag').fill('east')
  await page.keyboard.press('Enter')
  await expect.poll(() => stored(operator)).toEqual(['Channel 1 1 east', 'Channel 2 2', 'Channel 3 1 east'])

  await expect(bar(page)).toContainText('0 selected')
  await select(page, 'Select all')
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 3 channels?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => stored(operator)).toEqual([])
})

test('a batch tells how far it is, goes on over failures and says which, and can be stopped', async ({
  page,
  operator,
}) => {
  await openSelecting(page, operator, 4)
  const held: (() => void)[] = []
  let asked = 0
  await page.route('**/api/channel/', async route => {
    if (route.request().method() !== 'PUT') return route.continue()
    asked++
    if (asked === 1) return route.fulfill({ status: 500, json: { success: false, message: '', code: 'internal' } })
    await new Promise<void>(resolve => held.push(resolve))
    await route.continue()
  })
  await select(page, 'Select all')
  await bar(page).getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disabling channels' })
  await expect(dialog.getByText('0 of 4')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('Channel 4')
  await expect.poll(() => held.length).toBe(1)
  held[0]?.()
  await expect(dialog.getByText('1 of 4')).toBeVisible()
  await expect.poll(() => held.length).toBe(2)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  held[1]?.()
  await expect(dialog.getByText('Stopped. What was done stays.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  expect(asked).toBe(3)
  expect(await stored(operator)).toEqual(['Channel 1 1', 'Channel 2 2', 'Channel 3 2', 'Channel 4 1'])
})

test('a selected tag stands for its channels', async ({ page, operator }) => {
  for (const name of ['East 1', 'East 2']) await operator.addChannel({ ...CHANNEL, name, tag: 'east' })
  await operator.addChannel({ ...CHANNEL, name: 'West', tag: 'west' })
  await page.addInitScript(() => localStorage.setItem('enable-tag-mode', 'true'))
  await page.goto('/channel')
  await page.getByRole('switch', { name: 'Select several' }).click()
  await select(page, 'east')
  await expect(bar(page)).toContainText('2 selected')
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 2 channels?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => stored(operator)).toEqual(['West 1 west'])
})

test('several channels change at once after a preview, all of them are taken back, and models move between them', async ({
  page,
  operator,
}) => {
  await openSelecting(page, operator, 2)
  await operator.addChannel({ ...CHANNEL, name: 'Channel 3', models: 'o3', priority: 7 })
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  const settings = async () => {
    const { items } = await operator.ask<{ items: Channel[] }>('GET', '/api/channel/?sort=name')
    return items.map(({ name, priority, models }) => `${name.slice(-1)} ${priority} ${models}`)
  }
  const before = ['1 0 gpt-4o', '2 0 gpt-4o', '3 7 o3']
  await select(page, 'Select all')
  await bar(page).getByRole('button', { name: 'Change …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 3 channels' })
  await dialog.getByLabel('Priority').fill('7')
  await expect(dialog.getByRole('status')).toHaveText('2 will change · 1 stays as it is')
  await dialog.getByLabel('Models', { exact: true }).fill('gpt-5,')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Channel 1' })).toContainText('Priority: 0 → 7')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Channel 3' })).toContainText('Models: + gpt-5')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change 3' }).click()
  await expect.poll(settings).toEqual(['1 7 gpt-4o,gpt-5', '2 7 gpt-4o,gpt-5', '3 7 o3,gpt-5'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(settings).toEqual(before)
  await expect(bar(page)).toContainText('0 selected')
  // The list shows the undo before the next dialog reads its models from it.
  await expect(rows(page).filter({ hasText: 'gpt-5' })).toHaveCount(0)

  await select(page, 'Channel 1')
  await bar(page).getByRole('button', { name: 'Move models …' }).click()
  const move = page.getByRole('dialog', { name: 'Move models between channels' })
  await move.getByLabel('Models').fill('gpt-4o')
  await page.keyboard.press('Enter')
  await move.getByLabel('To these channels').fill('Channel 3')
  await page.keyboard.press('Enter')
  await expect(move.getByRole('listitem')).toHaveText([/Channel 3.*\+ gpt-4o/, /Channel 1.*− gpt-4o/])
  // The only model of a channel cannot be taken from it: that one is told, and the other keeps what it got.
  await move.getByRole('button', { name: 'Change 2' }).click()
  const progress = page.getByRole('dialog', { name: 'Changing channels' })
  await expect(progress.getByRole('listitem')).toContainText('Channel 1')
  await expect.poll(settings).toEqual(['1 0 gpt-4o', '2 0 gpt-4o', '3 7 o3,gpt-4o'])
})

test('a mapping for several channels is a table told where it is wrong, JSON one click away, by keyboard alone', async ({
  page,
  operator,
}) => {
  await openSelecting(page, operator, 2)
  const first = (await operator.ask<{ items: Channel[] }>('GET', '/api/channel/?sort=name')).items[0] as Channel
  await operator.ask('PUT', '/api/channel/', {
    id: first.id,
    version: first.version,
    model_mapping: '{"old":"gpt-4o"}',
  })
  await page.reload()
  await page.getByRole('switch', { name: 'Select several' }).waitFor()
  await select(page, 'Select all')
  await bar(page).getByRole('button', { name: 'Change …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 2 channels' })
  const mapping = dialog.getByRole('group', { name: 'Model mapping' })

  await mapping.getByRole('button', { name: 'Add a line' }).press('Enter')
  await expect(mapping.getByLabel('Requested: 1')).toBeFocused()
  await page.keyboard.type('gpt-4o')
  await page.keyboard.press('Tab')
  await page.keyboard.type('gpt-4o-mini')
  await mapping.getByRole('button', { name: 'Add a line' }).press('Enter')
  await page.keyboard.type('gpt-4o-mini')
  await page.keyboard.press('Tab')
  await page.keyboard.type('gpt-4o')
  await expect(mapping.getByLabel('Sent: gpt-4o-mini')).toHaveAccessibleDescription('“gpt-4o-mini” leads in a circle')
  await expect(dialog.getByRole('button', { name: 'Change 0' })).toBeDisabled()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(mapping.getByRole('button', { name: 'Add a line' })).toBeFocused()
  await expect(dialog.getByRole('status')).toHaveText('2 will change')

  await dialog.getByRole('button', { name: 'Model mapping as JSON' }).press('Enter')
  const text = dialog.getByRole('textbox', { name: 'Model mapping' })
  await expect(text).toHaveValue('{\n  "gpt-4o": "gpt-4o-mini"\n}')
  await text.fill('{\n  "gpt-4o": "gpt-4o-mini",\n}')
  await expect(text).toHaveAccessibleDescription('Line 3: The model mapping must be valid JSON!')
  await text.fill('{"gpt-4o":"gpt-4o-mini"}')
  await dialog.getByLabel('Calls a minute').fill('60')
  const preview = dialog.getByRole('listitem').filter({ hasText: 'Channel 1' })
  await expect(preview).toContainText('Calls a minute: 0 → 60')
  await expect(preview).toContainText('Model mapping: + gpt-4o → gpt-4o-mini')
  await dialog.getByRole('button', { name: 'Change 2' }).click()
  const changed = async () => {
    const { items } = await operator.ask<{ items: Channel[] }>('GET', '/api/channel/?sort=name')
    return items.map(({ model_mapping, setting }) => [model_mapping, setting].map(text => text && JSON.parse(text)))
  }
  const limits = { rpm_limit: 60 }
  const added = { 'gpt-4o': 'gpt-4o-mini' }
  await expect.poll(changed).toEqual([
    [{ old: 'gpt-4o', ...added }, limits],
    [added, limits],
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(changed).toEqual([
    [{ old: 'gpt-4o' }, ''],
    ['', ''],
  ])
})
