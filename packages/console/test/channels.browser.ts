import { expect } from '@playwright/test'
import type { Channel } from '@tollgate/contract'
import { withoutLive } from './page-problems.ts'
import { test } from './signed-in.ts'

const CHANNEL = { type: 1, name: 'OpenAI', key: 'sk-upstream', models: 'gpt-4o' }

test('a channel is copied with its key, which never comes to the browser', async ({ page, operator }) => {
  const { id } = await operator.addChannel({ ...CHANNEL, key: 'sk-canary-of-the-copy', tag: 'east', priority: 4 })
  await withoutLive(page)
  const texts: Promise<string>[] = []
  page.on('response', response => {
    if (response.url().includes('/api/')) texts.push(response.text().catch(() => ''))
  })
  await page.goto('/channel')
  await page.getByRole('button', { name: 'More actions for OpenAI' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await expect(page.getByText('“OpenAI” was copied')).toBeVisible()
  await expect(page.getByRole('row', { name: 'OpenAI copy' })).toBeVisible()
  const { items } = await operator.ask<{ items: Channel[] }>('GET', '/api/channel/')
  expect(items.map(({ name, priority, tag }) => [name, priority, tag])).toEqual([
    ['OpenAI copy', 4, 'east'],
    ['OpenAI', 4, 'east'],
  ])
  const key = async (of: number) => (await operator.ask<{ key: string }>('POST', `/api/channel/${of}/key`)).key
  expect(await key(items.find(one => one.id !== id)?.id ?? 0)).toBe(await key(id))
  expect((await Promise.all(texts)).join()).not.toContain('canary')
})

test('a copy that fails says so', async ({ page, operator }) => {
  const { id } = await operator.addChannel(CHANNEL)
  await page.goto('/channel')
  await page.getByRole('button', { name: 'More actions for OpenAI' }).click()
  await operator.ask('DELETE', `/api/channel/${id}`)
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await expect(page.getByText('Copying the channel failed: There is no such channel')).toBeVisible()
})

test('disabled channels are deleted after a question, and the others stay', async ({ page, operator }) => {
  for (const status of [1, 2, 3]) await operator.addChannel({ ...CHANNEL, name: `Status ${status}`, status })
  await page.goto('/channel')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete disabled channels' }).click()
  const question = page.getByRole('dialog', { name: 'Delete all disabled channels?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('row', { name: /Status \d/ })).toHaveCount(3)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete disabled channels' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 channels deleted')).toBeVisible()
  await expect(page.getByRole('row', { name: /Status \d/ })).toHaveCount(1)
})

test('a repair says what it found', async ({ page, operator }) => {
  await operator.addChannel(CHANNEL)
  await page.goto('/channel')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Repair the database' }).click()
  await expect(page.getByText('Nothing was wrong')).toBeVisible()
})

test('a list is sorted by id and filtered by tag as asked, and remembers how it is shown', async ({
  page,
  operator,
}) => {
  await operator.addChannel({ ...CHANNEL, name: 'Old', priority: 9, tag: 'Frankfurt' })
  await operator.addChannel({ ...CHANNEL, name: 'New' })
  const names = () => page.getByRole('row').locator('td strong').allTextContents()
  await page.goto('/channel')
  await expect.poll(names).toEqual(['Old', 'New'])
  await page.getByRole('switch', { name: 'Newest first' }).click()
  await expect.poll(names).toEqual(['New', 'Old'])
  await page.reload()
  await expect.poll(names).toEqual(['New', 'Old'])
  await page.getByLabel('Name, id, address or tag').fill('frank')
  await expect.poll(names).toEqual(['Old'])
})
