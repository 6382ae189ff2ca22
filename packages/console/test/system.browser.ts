import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

test('the page of the server shows its processes, the database and a log that is searched', async ({
  page,
  operator,
}) => {
  await page.goto('/token')
  await page.getByRole('navigation').getByRole('link', { name: 'Server' }).click()
  await expect(page.getByRole('heading', { name: 'Server', exact: true })).toBeVisible()
  const nodes = page.getByRole('region', { name: 'Nodes and workers' })
  await expect(nodes.getByText(/worker 0$/)).toBeVisible()
  await expect(nodes.getByText(/ ago$/).first()).toBeVisible()

  const storage = page.getByRole('region', { name: 'Database and Redis' })
  await expect(storage.getByText(/^(SQLite|PostgreSQL) \d/)).toBeVisible()
  await expect(storage.getByText('not used')).toBeVisible()
  // A job measures the tables at the start.
  await expect(storage.getByRole('rowheader', { name: 'users', exact: true })).toBeVisible()

  const upgrade = page.getByRole('region', { name: 'Upgrade' })
  const check = upgrade.getByRole('button', { name: 'Check for updates' })
  await expect(upgrade.getByText(/^\d+\.\d+\.\d+$/)).toBeVisible()
  await expect(upgrade).toContainText('Then stop all nodes first.')
  await expect(upgrade).toContainText('None of this version’s steps is pending.')
  await upgrade.getByText(/: \d+ steps in /).click()
  await expect(upgrade.getByRole('rowheader', { name: '0001-all-tables' })).toBeVisible()
  await expect(check).toHaveCount(0)
  await operator.setOption('UpdateCheckUrl', 'https://releases.example/latest')
  await page.reload()
  await expect(check).toBeVisible()

  const log = page.getByRole('region', { name: 'Log of the server' })
  await log.getByRole('textbox', { name: 'Search messages and details' }).fill('no line says this')
  await expect(log.getByText('No such lines.')).toBeVisible()

  await page.route('/api/system/log*', route => {
    const line = {
      at: 1_800_000_000_000,
      level: 'error',
      message: 'the vendor is away',
      details: '{"channel":7}',
      worker: 1,
    }
    const isFound = new URL(route.request().url()).searchParams.get('search') === 'vendor'
    return route.fulfill({ json: { success: true, message: '', data: isFound ? [line] : [] } })
  })
  await log.getByRole('textbox', { name: 'Search messages and details' }).fill('vendor')
  await expect(log.getByRole('listitem')).toContainText('error worker 1 the vendor is away')

  const asked = page.waitForRequest(request => request.url().includes('seconds=3600'))
  await log.getByRole('combobox', { name: 'Time' }).click()
  await page.getByTitle('Past 1 hour').click()
  expect(new URL((await asked).url()).searchParams.get('search')).toBe('vendor')
  await expect(log.getByRole('combobox', { name: 'Worker' })).toHaveCount(0)

  await page.route('/api/system', async route => {
    const response = await route.fetch()
    const { data, ...reply } = await response.json()
    const [node] = data.nodes
    const second = { ...node, id: 'second', told: { ...node.told, worker: 1 } }
    await route.fulfill({ response, json: { ...reply, data: { ...data, nodes: [node, second] } } })
  })
  await page.reload()
  const askedOfOne = page.waitForRequest(request => request.url().includes('worker=1'))
  await log.getByRole('combobox', { name: 'Worker' }).click()
  await page.getByTitle('worker 1', { exact: true }).click()
  await askedOfOne
})

test('tables and Redis are shown with their growth, and steps of a later version are told', async ({ page }) => {
  const grown = { day: { bytes: 12_000_000, items: 1_234 }, week: { bytes: -3_000, items: 1 } }
  await page.route('/api/system', async route => {
    const response = await route.fetch()
    const { data, ...reply } = await response.json()
    const { database } = data
    const redis = {
      ...{ version: '7.2', used_bytes: 5_000_000, peak_bytes: 6_000_000, clients: 3, keys: 42 },
      ...{ day: { bytes: 0, items: -2 }, week: null },
    }
    const tables = [{ name: 'logs', bytes: 5_100_000_000, rows: 10_000_000, ...grown }]
    const schema = { ...database.schema, later: ['9999-later'] }
    const state = { ...data, redis, database: { ...database, measured_at: 1_800_000_000, tables, schema } }
    await route.fulfill({ response, json: { ...reply, data: state } })
  })
  await page.goto('/system')
  const storage = page.getByRole('region', { name: 'Database and Redis' })
  await expect(storage.getByRole('row').last()).toContainText('logs5.1 GB10,000,000+12 MB, +1,234 rows-3 kB, +1 row')
  await expect(storage).toContainText('Keys of Redis42')
  await expect(storage).toContainText('Redis in a day0 byte, -2 keys')
  await expect(storage).toContainText('Redis in a week–')
  await expect(page.getByRole('region', { name: 'Upgrade' })).toContainText('1 of them is of a later version.')
})
