import { expect, type Locator, type Page } from '@playwright/test'
import type { Channel } from '@tollgate/contract'
import { type ModelsUpstream, startModelsUpstream } from './models-upstream.ts'
import { PHONE } from './page-problems.ts'
import { test as base } from './signed-in.ts'

const test = base.extend<{ upstream: ModelsUpstream }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern
  upstream: async ({}, use) => {
    const upstream = await startModelsUpstream(['gpt-5', 'gpt-4o', 'o5'])
    await use(upstream)
    await upstream.stop()
  },
})

const KEY = 'sk-canary-0123456789abcdef'
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a stored channel’s models are compared with its upstream’s and saved', async ({ page, operator, upstream }) => {
  const { id } = await operator.addChannel({
    type: 1,
    name: 'OpenAI',
    key: KEY,
    base_url: upstream.url,
    models: 'gpt-4o,old,alias',
    model_mapping: '{"alias":"o5"}',
  })
  await page.goto('/channel')
  await page.getByRole('button', { name: 'More actions for OpenAI' }).click()
  await page.getByRole('menuitem', { name: 'Fetch the model list' }).click()
  const dialog = dialogOf(page, 'Models of “OpenAI”')
  const group = (name: string) => dialog.getByRole('region', { name })
  await expect(group('New (1)').getByRole('checkbox')).toHaveCount(1)
  await expect(group('Gone (1)')).toContainText('old')
  await expect(group('Kept (2)')).toContainText('alias')
  await group('New (1)').getByRole('checkbox', { name: 'gpt-5' }).check()
  await group('Gone (1)').getByRole('button', { name: 'None' }).click()
  await dialog.getByRole('button', { name: 'Take these (3)' }).click()
  await expect(page.getByText('The models of “OpenAI” were saved')).toBeVisible()
  const { models } = await operator.ask<Channel>('GET', `/api/channel/${id}`)
  expect(models.split(',').sort()).toEqual(['alias', 'gpt-4o', 'gpt-5'])
  expect(upstream.asked).toEqual([{ path: '/v1/models', key: KEY }])
})

test('an upstream that refuses is told in its own words, without key and host, and can be asked again', async ({
  page,
  operator,
  upstream,
}) => {
  upstream.status = 401
  const { host } = new URL(upstream.url)
  upstream.body = { error: { message: `The key ${KEY} is not known at ${host}, renew it` } }
  await operator.addChannel({ type: 1, name: 'OpenAI', key: KEY, base_url: upstream.url, models: 'gpt-4o' })
  await page.goto('/channel')
  await page.getByRole('button', { name: 'More actions for OpenAI' }).click()
  await page.getByRole('menuitem', { name: 'Fetch the model list' }).click()
  const dialog = dialogOf(page, 'Models of “OpenAI”')
  await expect(dialog.getByRole('alert')).toContainText('The upstream did not list its models: The key')
  await expect(dialog.getByRole('alert')).toContainText('renew it')
  await expect(dialog.getByRole('alert')).not.toContainText('canary')
  await expect(dialog.getByRole('alert')).not.toContainText(host)
  upstream.status = 200
  upstream.body = { data: [{ id: 'gpt-4o' }] }
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('The channel serves what the upstream has.')).toBeVisible()
})

test('a new channel takes all models that its upstream offers, as soon as the key is typed', async ({
  page,
  upstream,
}) => {
  await page.goto('/channel/add')
  const form = dialogOf(page, 'Add channel')
  await form.getByLabel('Name', { exact: true }).fill('Mine')
  await form.getByLabel('API address').fill(upstream.url)
  await form.getByLabel('Key', { exact: true }).fill(KEY)
  // What is still being typed goes nowhere.
  await form.getByLabel('Name', { exact: true }).focus()
  const families = form.getByRole('group', { name: 'The upstream offers 3 models, by family:' })
  await expect(families.getByRole('checkbox')).toHaveCount(2)
  expect(upstream.asked).toEqual([{ path: '/v1/models', key: KEY }])
  await expect(form.getByText('Models (3)')).toBeVisible()
  await families.getByRole('checkbox', { name: 'gpt' }).click()
  await expect(form.getByText('Models (1)')).toBeVisible()
  await expect(families.getByRole('checkbox', { name: 'gpt' })).not.toBeChecked()
  await families.getByRole('checkbox', { name: 'gpt' }).click()
  await expect(form.getByText('Models (3)')).toBeVisible()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: 'Mine' })).toBeVisible()
  expect(upstream.asked).toHaveLength(1)
})

test('an upstream that refuses the typed key is asked again for another, and a choice by hand stays', async ({
  page,
  upstream,
}) => {
  upstream.status = 401
  upstream.body = { error: { message: 'Wrong key' } }
  await page.goto('/channel/add')
  const form = dialogOf(page, 'Add channel')
  await form.getByLabel('API address').fill(upstream.url)
  await form.getByLabel('Key', { exact: true }).fill('sk-wrong')
  await form.getByLabel('Name', { exact: true }).fill('Mine')
  await expect(form.getByText('The upstream did not list its models')).toBeVisible()
  await form.getByLabel('Other model names').fill('mine')
  await form.getByLabel('Other model names').press('Enter')
  upstream.status = 200
  upstream.body = { data: [{ id: 'gpt-4o' }] }
  await form.getByLabel('Key', { exact: true }).fill(KEY)
  await form.getByLabel('Name', { exact: true }).focus()
  await expect(form.getByRole('group', { name: 'The upstream offers 1 model:' })).toBeVisible()
  await expect(form.getByText('Models (1)')).toBeVisible()
  await form.getByRole('checkbox', { name: 'gpt' }).click()
  await expect(form.getByText('Models (2)')).toBeVisible()
})

test('a key typed for one type is not sent to the host of another', async ({ page }) => {
  const asked: unknown[] = []
  await page.route('**/api/channel/fetch_models', async route => {
    asked.push(route.request().postDataJSON().type)
    await route.fulfill({ json: { success: true, message: '', data: ['gpt-4o'] } })
  })
  await page.goto('/channel/add')
  const form = dialogOf(page, 'Add channel')
  await form.getByLabel('Key', { exact: true }).fill(KEY)
  await form.getByLabel('Name', { exact: true }).fill('Mine')
  const offer = form.getByRole('group', { name: 'The upstream offers 1 model:' })
  await expect(offer).toBeVisible()
  await form.getByRole('combobox', { name: 'Type' }).fill('Anthropic')
  await page.getByTitle('Anthropic Claude', { exact: true }).click()
  await expect(offer).toBeHidden()
  await form.getByLabel('Key', { exact: true }).fill(`${KEY}-of-anthropic`)
  await form.getByLabel('Name', { exact: true }).focus()
  await expect(offer).toBeVisible()
  expect(asked).toEqual([1, 14])
})

test('the models of a new channel are compared on request, not without a key, and all are chosen at first', async ({
  page,
  upstream,
}) => {
  await page.goto('/channel/add')
  const form = dialogOf(page, 'Add channel')
  await form.getByRole('button', { name: 'Fetch the model list' }).click()
  await expect(page.getByText('Please fill in the key', { exact: true })).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('Mine')
  await form.getByLabel('API address').fill(upstream.url)
  await form.getByLabel('Key', { exact: true }).fill(KEY)
  await form.getByRole('button', { name: 'Fetch the model list' }).click()
  const dialog = dialogOf(page, 'Models of the upstream')
  await expect(dialog.getByRole('button', { name: 'Take these (3)' })).toBeVisible()
  await dialog.getByLabel('Search models').fill('o5')
  await dialog.getByRole('region', { name: 'New (3)' }).getByRole('button', { name: 'None' }).click()
  await dialog.getByRole('button', { name: 'Take these (2)' }).click()
  await expect(form.getByText('Models (2)')).toBeVisible()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: 'Mine' })).toBeVisible()
})

test('a stored key goes to no address but the stored one', async ({ page, operator, upstream }) => {
  const { id } = await operator.addChannel({ type: 1, name: 'OpenAI', key: KEY, models: 'gpt-4o' })
  await page.goto(`/channel/edit/${id}`)
  const form = dialogOf(page, 'Edit channel “OpenAI”')
  await form.getByLabel('API address').fill(upstream.url)
  await form.getByRole('button', { name: 'Fetch the model list' }).click()
  await expect(page.getByText('Type or address were changed: fill in the key again, or save first.')).toBeVisible()
  expect(upstream.asked).toEqual([])
})

test('a list of models is kept, filled into another channel and deleted', async ({ page, operator }) => {
  const { id } = await operator.addChannel({ type: 1, name: 'OpenAI', key: KEY, models: 'one,two' })
  await page.goto(`/channel/edit/${id}`)
  let form = dialogOf(page, 'Edit channel “OpenAI”')
  await form.getByRole('button', { name: 'Lists' }).click()
  await page.getByRole('menuitem', { name: 'Keep these models as a list …' }).click()
  const dialog = dialogOf(page, 'Keep these models as a list')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please fill in a name')).toBeVisible()
  await dialog.getByLabel('Name of the list').fill('small')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The list “small” was saved')).toBeVisible()

  await page.goto('/channel/add')
  form = dialogOf(page, 'Add channel')
  await form.getByRole('button', { name: 'Lists' }).click()
  await page.getByRole('menuitem', { name: 'small (2)' }).click()
  await expect(form.getByText('Models (2)')).toBeVisible()
  await form.getByRole('button', { name: 'Lists' }).click()
  await page.getByRole('menuitem', { name: 'Delete a list' }).hover()
  await page.getByRole('menuitem', { name: 'small', exact: true }).click()
  await dialogOf(page, 'Delete the list “small”?').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => operator.ask('GET', '/api/prefill_group/')).toEqual([])
})

test('on a phone a group of models keeps its title in a line, and a box is beside the first line of its name', async ({
  page,
  operator,
  upstream,
}) => {
  const long = 'a-model-whose-name-takes-more-than-a-line-of-a-phone-and-then-some'
  await operator.addChannel({ type: 1, name: 'OpenAI', key: KEY, base_url: upstream.url, models: long })
  await page.setViewportSize(PHONE)
  await page.goto('/channel')
  await page.getByRole('button', { name: 'More actions for OpenAI' }).click()
  await page.getByRole('menuitem', { name: 'Fetch the model list' }).click()
  const dialog = dialogOf(page, 'Models of “OpenAI”')
  const fresh = dialog.getByRole('region', { name: 'New (3)' })
  const topOf = (part: Locator) => part.evaluate(element => element.getBoundingClientRect().top)
  const heightOf = (part: Locator) => part.evaluate(element => element.getBoundingClientRect().height)
  const title = fresh.getByText('New (3)')
  await expect.poll(() => heightOf(title)).toBeLessThan(30)
  const betweenTops = async (one: Locator, other: Locator) => Math.abs((await topOf(one)) - (await topOf(other)))
  await expect.poll(() => betweenTops(title, fresh.getByRole('button', { name: 'All' }))).toBeLessThan(10)
  const name = dialog.getByText(long, { exact: true })
  await expect.poll(() => heightOf(name)).toBeGreaterThan(30)
  await expect.poll(() => betweenTops(dialog.getByRole('checkbox', { name: long }), name)).toBeLessThan(10)
})
