import { expect } from '@playwright/test'
import type { Channel } from '@tollgate/contract'
import { test } from './signed-in.ts'

const CHANNEL = { type: 1, name: 'OpenAI', key: 'sk-upstream', models: 'gpt-4o', tag: 'east' }

test('who saves over another’s change is told what differs, and takes or overwrites it field by field', async ({
  page,
  operator,
}) => {
  const { id } = await operator.addChannel(CHANNEL)
  const stored = () => operator.ask<Channel>('GET', `/api/channel/${id}`)
  await page.goto(`/channel/edit/${id}`)
  const form = page.getByRole('dialog', { name: 'Edit channel “OpenAI”' })
  await form.getByLabel('Name', { exact: true }).fill('Mine')
  await form.getByLabel('API address').fill('http://127.0.0.1:9')
  await operator.ask('PUT', '/api/channel/', { id, name: 'Theirs', models: 'gpt-4o,gpt-5', tag: 'west' })
  await form.getByRole('button', { name: 'Save' }).click()

  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this channel' })
  const row = (name: string) => dialog.getByRole('row', { name })
  await expect(row('Name').getByRole('radio', { name: 'Theirs' })).not.toBeChecked()
  await expect(row('Name').getByRole('radio', { name: 'Mine' })).toBeChecked()
  // only the other one changed these
  await expect(row('Models').getByRole('radio', { name: 'gpt-5' })).toBeChecked()
  await expect(row('Tag').getByRole('radio', { name: 'west' })).toBeChecked()
  // only we changed this
  await expect(dialog.getByText('API address')).toBeHidden()

  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await expect(dialog).toBeHidden()
  expect((await stored()).name).toBe('Theirs')
  await form.getByRole('button', { name: 'Save' }).click()
  await row('Tag').getByRole('radio', { name: 'east' }).check()
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: 'Mine' })).toBeVisible()
  expect(await stored()).toMatchObject({
    name: 'Mine',
    models: 'gpt-4o,gpt-5',
    tag: 'east',
    base_url: 'http://127.0.0.1:9',
  })
})

test('a third change while the second chooses is told too', async ({ page, operator }) => {
  const { id } = await operator.addChannel(CHANNEL)
  await page.goto(`/channel/edit/${id}`)
  const form = page.getByRole('dialog', { name: 'Edit channel “OpenAI”' })
  await form.getByLabel('Name', { exact: true }).fill('Mine')
  await operator.ask('PUT', '/api/channel/', { id, name: 'Second' })
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this channel' })
  await expect(dialog.getByRole('radio', { name: 'Second' })).toBeVisible()
  await operator.ask('PUT', '/api/channel/', { id, name: 'Third' })
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(dialog.getByRole('radio', { name: 'Third' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Take all of theirs' }).click()
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: 'Third' })).toBeVisible()
})

test('a switch, a test or nothing changed meanwhile is no conflict', async ({ page, operator }) => {
  const { id } = await operator.addChannel(CHANNEL)
  await page.goto(`/channel/edit/${id}`)
  const form = page.getByRole('dialog', { name: 'Edit channel “OpenAI”' })
  await form.getByLabel('Name', { exact: true }).fill('Mine')
  await operator.ask('PUT', '/api/channel/', { id, status: 2, name: 'OpenAI' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: 'Mine' })).toContainText('Disabled')
})

test('a number changed in the list over another’s change is refused, and shows what is stored', async ({
  page,
  operator,
}) => {
  const { id } = await operator.addChannel(CHANNEL)
  const stored = () => operator.ask<Channel>('GET', `/api/channel/${id}`)
  await page.goto('/channel')
  const priority = page.getByRole('spinbutton', { name: 'Priority: OpenAI' })
  const weight = page.getByRole('spinbutton', { name: 'Weight: OpenAI' })
  await expect(priority).toHaveValue('0')
  await priority.fill('3')
  await operator.ask('PUT', '/api/channel/', { id, priority: 7 })
  await priority.press('Enter')
  await expect(page.getByText('Somebody else has changed')).toBeVisible()
  await expect(priority).toHaveValue('7')
  expect((await stored()).priority).toBe(7)

  // two quick changes of one's own do not conflict
  await priority.fill('4')
  await priority.press('Enter')
  await weight.fill('5')
  await weight.press('Enter')
  await expect.poll(async () => [(await stored()).priority, (await stored()).weight]).toEqual([4, 5])
})

test('who goes on with an unsaved form is told what was changed since it was opened', async ({ page, operator }) => {
  test.slow()
  const { id } = await operator.addChannel(CHANNEL)
  await page.goto(`/channel/edit/${id}`)
  const form = page.getByRole('dialog', { name: /^Edit channel/ })
  await form.waitFor({ timeout: 30_000 })
  await form.getByLabel('Name', { exact: true }).fill('Mine')
  await operator.ask('PUT', '/api/channel/', { id, name: 'Theirs', tag: 'west' })
  await page.reload()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Mine', { timeout: 30_000 })
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this channel' })
  await expect(dialog.getByRole('radio', { name: 'Theirs' })).not.toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Mine' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save this' }).click()
  await expect(dialog).toBeHidden()
  expect(await operator.ask<Channel>('GET', `/api/channel/${id}`)).toMatchObject({ name: 'Mine', tag: 'west' })
})
