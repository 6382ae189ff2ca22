import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect as expectNow, type Locator, type Page } from '@playwright/test'
import type { Usage } from '@tollgate/contract'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { DESKTOP, settled } from './page-problems.ts'
import { test } from './signed-in.ts'

/** A slow machine takes a while to draw a month of calls. */
const expect = expectNow.configure({ timeout: 20_000 })
const BARS = 'path:not([fill=none])'

const fill = (file: string) =>
  runQuietly('The month stays empty.', bun, [join(import.meta.dirname, 'busy-month.ts'), file])

const numbersIn = async (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .evaluateAll(rows => rows.map(row => [...row.querySelectorAll('th, td')].map(cell => cell.textContent ?? '')))
/** Types a value into a filter, which may have others. */
async function choose(page: Page, filter: string, value: string) {
  const field = page.getByRole('combobox', { name: filter, exact: true })
  await field.fill(value)
  await expect(page.locator('.ant-select-item-option', { hasText: value }).first()).toBeVisible()
  await field.press('Enter')
  await page.keyboard.press('Escape')
}
const numberOf = (text = '') => Number(text.replace(/[^\d.]/g, ''))

test('fifty models stay readable: ten and the rest, as a chart and as a table of the same numbers', async ({
  page,
  gateway,
  operator,
}) => {
  await fill(gateway.databaseFile)
  const asked = page.waitForRequest(request => new URL(request.url()).pathname === '/api/dashboard/')
  await page.goto('/detail?unit=day&last=30')
  const byTime = page.getByRole('region', { name: 'By model and time' })
  // Other pictures of the page have such buttons too.
  const legend = byTime.locator('ul button[aria-pressed]')
  await expect(legend).toHaveCount(11)
  await expect(legend.last()).toContainText('40 other models')
  const bars = page.getByRole('img', { name: /Quota by model and time/ }).locator(BARS)
  await expect(bars).not.toHaveCount(0)

  await byTime.getByText('Requests', { exact: true }).click()
  await byTime.getByText('Table', { exact: true }).click()
  const table = byTime.locator('table')
  // The page's own time: the figures of another minute may be others.
  const { searchParams } = new URL((await asked).url())
  const usage = await operator.ask<Usage>('GET', `/api/dashboard/?${searchParams}`)
  const total = usage.totals.requests
  await expect.poll(async () => numberOf(await table.locator('tfoot td').last().innerText())).toBe(total)
  const rows = await table
    .locator('tbody tr')
    .evaluateAll(found =>
      found.map(row =>
        [...row.querySelectorAll('td')].map(cell => Number((cell.textContent ?? '').replace(/\D/g, ''))),
      ),
    )
  for (const cells of rows) expect(cells.slice(0, -1).reduce((sum, cell) => sum + cell, 0)).toBe(cells.at(-1) ?? 0)
  expect(rows.reduce((sum, cells) => sum + (cells.at(-1) ?? 0), 0)).toBe(total)

  const models = await numbersIn(page, 'Models')
  expect(models).toHaveLength(51)
  expect(models.slice(1).reduce((sum, [, requests]) => sum + numberOf(requests), 0)).toBe(total)
  const causes = await numbersIn(page, 'Errors by cause')
  expect(causes.slice(1).reduce((sum, [, count]) => sum + numberOf(count), 0)).toBe(usage.totals.failed)
})

test('numbers lead to the rows they are the sum of', async ({ page, gateway }) => {
  await fill(gateway.databaseFile)
  const rowsInLog = async () => {
    const range = page.getByText(/^\d+–\d+ of [\d,]+$/)
    return numberOf((await range.innerText()).split(' of ')[1])
  }
  const leads = async (number: Locator, filter: RegExp) => {
    await expect(number).toBeVisible()
    const shown = numberOf((await number.innerText()).split(' (')[0])
    await number.click()
    await expect(page).toHaveURL(filter)
    await expect.poll(rowsInLog).toBe(shown)
    await page.goBack()
  }
  await page.goto('/detail?unit=day&last=30')
  const figure = (label: string) => page.locator('dl > div', { hasText: label }).locator('a').first()
  const cell = (table: string, row: number, column: number) =>
    page.getByRole('table', { name: table }).locator('tbody tr').nth(row).locator('td').nth(column).getByRole('link')
  await leads(figure('Requests'), /\/log\?.*type=2/)
  await leads(figure('Failed'), /error_code=%25/)
  await leads(cell('Models', 0, 0), /model_name=model-/)
  await leads(cell('Errors by cause', 0, 0), /error_code=upstream_/)
  await page.locator('section header .ant-segmented').getByText('Channels', { exact: true }).click()
  await leads(cell('Channels', 0, 3), /channel=\d+/)
})

test('an hour unlike the same hour of other days is marked, and told with what is usual', async ({ page, gateway }) => {
  await fill(gateway.databaseFile)
  await page.goto('/detail?unit=hour&last=1')
  await expect(page.getByText(/unusual hours?\./)).toBeVisible()
  const flood = page.getByRole('listitem').filter({ hasText: /Quota: \$.*usually/ })
  await expect(flood).toHaveCount(1)
  await expect(page.getByRole('img', { name: /Quota by model and time/ }).getByText('▲')).toHaveCount(1)
})

test('a model is hidden and shown by its name in the legend', async ({ page, gateway }) => {
  await fill(gateway.databaseFile)
  await page.goto('/detail')
  const bars = page.getByRole('img', { name: /by model and time/ }).locator(BARS)
  await expect(bars).not.toHaveCount(0)
  await settled(page)
  const all = await bars.count()
  const first = page.locator('main ul button[aria-pressed]').first()
  await first.click()
  await expect(first).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => bars.count()).toBeLessThan(all)
  await first.press('Enter')
  await expect(bars).toHaveCount(all)
})

test('usage is told by user, token and channel, and of one user by name', async ({ page, gateway, operator }) => {
  await fill(gateway.databaseFile)
  await page.goto('/detail')
  await expect(page.getByRole('table', { name: 'Users', exact: true }).getByRole('row')).toHaveCount(4)
  await page.getByRole('radiogroup', { name: 'What' }).getByText('Channels', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Channels', exact: true }).getByRole('row')).toHaveCount(10)
  await page.getByRole('radiogroup', { name: 'What' }).getByText('Models', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Models', exact: true })).toBeVisible()
  const all = numberOf((await numbersIn(page, 'Models'))[1]?.[1])
  await choose(page, 'User', operator.user.username)
  await expect(page).toHaveURL(/username=/)
  await expect.poll(async () => numberOf((await numbersIn(page, 'Models'))[1]?.[1])).toBeLessThan(all)
  await page.getByRole('link', { name: 'Show failed calls in the log' }).click()
  await expect(page).toHaveURL(/\/log\?start_timestamp=\d+&end_timestamp=\d+&error_code=%25&username=/)
})

test('it opens in the unit of time that the operator says, and looks again as often as they say', async ({
  page,
  operator,
}) => {
  await operator.setOption('DataExportDefaultTime', 'week')
  await operator.setOption('DataExportInterval', 7)
  await page.clock.install()
  const asked: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/dashboard' || pathname === '/api/dashboard/') asked.push(searchParams.get('unit') ?? '')
  })
  await page.goto('/detail')
  await expect(page.getByText('No calls in this period')).toBeVisible()
  expect(asked).toEqual(['week'])
  await page.clock.runFor('06:30')
  expect(asked).toHaveLength(1)
  await page.clock.runFor('00:45')
  await expect.poll(() => asked.length).toBe(2)
})

test('where it is switched off it is in no menu, and says so', async ({ page, operator }) => {
  await operator.setOption('DataExportEnabled', false)
  await page.goto('/detail')
  await expect(page.getByRole('heading', { name: 'The dashboard is switched off' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
})

test('a bar leads to its model’s calls of its time, and the time pointed at is told in numbers', async ({
  page,
  gateway,
}) => {
  await fill(gateway.databaseFile)
  await page.goto('/detail?unit=day&last=30')
  const first = page.locator('main ul button[aria-pressed]').first()
  const model = (await first.locator('span').innerText()).trim()
  const chart = page.getByRole('img', { name: /Quota by model and time/ })
  await expect(chart.locator(BARS).first()).toHaveAttribute('d', /^M/)
  await settled(page)
  // the middle of the tenth bar of the largest model
  const bar = await chart
    .locator(BARS)
    .first()
    .evaluate(path => {
      const [, x = 0, y = 0, width = 0, top = 0] =
        /^M([\d.]+) ([\d.]+)h([\d.]+)V([\d.]+)/
          .exec((path.getAttribute('d') ?? '').split(/(?=M)/)[9] ?? '')
          ?.map(Number) ?? []
      return { x: x + width / 2, y: (y + top) / 2 }
    })
  await chart.hover({ position: bar })
  await expect(
    page.getByRole('region', { name: 'By model and time' }).or(page.locator('section')).getByText('Total').first(),
  ).toBeVisible()
  await chart.click({ position: bar })
  await expect(page).toHaveURL(new RegExp(`/log\\?.*start_timestamp=\\d+.*model_name=${model}`))
})

test('who and what of yesterday are one press away and above the fold, and nothing moves as it loads', async ({
  page,
  gateway,
}) => {
  await fill(gateway.databaseFile)
  await page.setViewportSize(DESKTOP)
  await page.addInitScript(() => {
    const watched = window as unknown as { shift: number }
    watched.shift = 0
    new PerformanceObserver(entries => {
      for (const entry of entries.getEntries()) watched.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/detail')
  await expect(page.getByRole('table', { name: 'Users', exact: true })).toBeVisible()
  await settled(page)
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  expect(shift).toBeLessThan(0.01)

  await page.getByText('Yesterday', { exact: true }).first().click()
  await expect(page).toHaveURL(/last=yesterday&unit=hour|unit=hour&last=yesterday/)
  for (const name of ['Users', 'Models']) {
    await expect(page.getByRole('table', { name, exact: true }).locator('tbody tr').first()).toBeInViewport()
  }
  const figures = page.locator('main dl').first().locator('> div')
  await expect(figures).toHaveCount(8)
  const bottoms = await figures.evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().bottom)))
  expect(new Set(bottoms).size).toBe(1)
})

test('calls flow from users by their groups and models to channels, and a click on a node filters the page by it', async ({
  page,
  gateway,
}) => {
  await fill(gateway.databaseFile)
  await page.setViewportSize(DESKTOP)
  await page.goto('/detail?unit=day&last=30')
  const flow = page.getByRole('region', { name: 'Where calls flow' })
  const columns = flow.getByRole('list')
  await expect(columns).toHaveCount(4)
  for (const [place, name] of ['Users', 'Groups', 'Models', 'Channels'].entries())
    await expect(columns.nth(place)).toHaveAccessibleName(name)
  const groups = flow.getByRole('list', { name: 'Groups' }).getByRole('button')
  await expect(groups).toHaveCount(3)

  const asked = page.waitForRequest(
    request => /\/api\/dashboard\/\?/.test(request.url()) && /group=vip/.test(request.url()),
  )
  await groups.filter({ hasText: 'vip' }).click()
  await asked
  await expect(page).toHaveURL(/[?&]group=vip(&|$)/)
  await expect(groups).toHaveCount(1)
  await expect(groups).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Show failed calls in the log' }).first().hover()
  await expect(page.getByRole('link', { name: 'Show failed calls in the log' })).toHaveAttribute('href', /group=vip/)
  await choose(page, 'Group', 'batch')
  await expect(page).toHaveURL(/group=vip(%2C|,)batch/)
  await expect(groups).toHaveCount(2)
  await groups.filter({ hasText: 'vip' }).click()
  await expect(page).toHaveURL(/group=batch(&|$)/)
  await groups.filter({ hasText: 'batch' }).click()
  await expect(page).not.toHaveURL(/group=/)
  await expect(groups).toHaveCount(3)
})

test('all that is seen is exported, as filtered', async ({ page, gateway }) => {
  await fill(gateway.databaseFile)
  await page.goto('/detail?unit=day&last=30')
  const exported = async (name: string) => {
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name, exact: true }).click()
    const file = await download
    return {
      name: file.suggestedFilename(),
      lines: readFileSync(await file.path(), 'utf8')
        .trim()
        .split(/\r?\n/),
    }
  }
  for (const [item, file, heads] of [
    ['Where calls flow', 'flow.csv', 'from,from_id,from_name,to'],
    ['Unusual hours', 'unusual-hours.csv', 'from,to,measure,value'],
    ['Today against yesterday', 'today.csv', 'from,to,requests'],
    ['Balances', 'wallet.csv', 'channel_id,name,balance'],
    ['Slowest channels', 'slow-channels.csv', 'id,name,calls'],
    ['Latency', 'latency.csv', 'model,calls'],
  ] as const) {
    const { name, lines } = await exported(item)
    expectNow(name).toBe(file)
    expectNow(lines[0]).toContain(heads)
    expectNow(lines.length).toBeGreaterThan(1)
  }
  await page.goto('/detail?unit=day&last=30&group=vip')
  const { lines } = await exported('Where calls flow')
  expectNow(new Set(lines.filter(line => /,group,/.test(line)).map(line => line.split(',')[5]))).toEqual(
    new Set(['vip']),
  )
})
