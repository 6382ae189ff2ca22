import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { LANGUAGES } from '@tollgate/contract'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { openIn } from './page-problems.ts'
import { test } from './signed-in.ts'

const fill = (file: string, calls = '400') =>
  runQuietly('The log stays empty.', bun, [join(import.meta.dirname, 'busy-month.ts'), file, calls])

test('the rows that pass the filters are saved as a table and as JSON lines', async ({ page, gateway }) => {
  await fill(gateway.databaseFile)
  await page.goto('/log?type=5&username=keeper')
  const total = Number((await page.getByText(/^1–\d+ of \d+$/).innerText()).split(' ').at(-1))
  for (const [format, lines] of [
    ['CSV', total + 1],
    ['JSONL', total],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: new RegExp(`As ${format}`) }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(new RegExp(`^usage-log-[\\d-]+\\.${format.toLowerCase()}$`))
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.trimEnd().split('\n')).toHaveLength(lines)
    await expect(page.getByText(/The export is complete/).last()).toBeVisible()
  }
})

test('an export is cancelled, and the server stops reading', async ({ page, gateway }) => {
  await fill(gateway.databaseFile)
  await page.goto('/log')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('/api/log/export*', async route => {
    await held
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /As CSV/ }).click()
  await page.getByRole('button', { name: 'Cancel the export' }).click()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  release()
  await expect(page.getByText(/export failed/)).toHaveCount(0)
})

test('an opened row tells administrators every attempt, and why the call went where it went', async ({
  page,
  gateway,
}) => {
  await fill(gateway.databaseFile, '1')
  const attempts = [
    { channel: 4, key: '2', status: 429, ms: 80, reason: 'Slow down' },
    { channel: 9, status: 0, ms: 90, reason: 'upstream_connect_timeout' },
    { channel: 9, status: 0, ms: 90, reason: 'unheard_of' },
    { channel: 7, status: 200, ms: 1500, served_model: 'm-2', fingerprint: 'fp_1', upstream_request_id: 'req_9' },
  ]
  const routing = {
    candidates: [4, 7, 9],
    more: 2,
    chosen: 'own_format',
    conversation_channel: 4,
    skipped: [
      { channel: 4, reason: 'failed' },
      { channel: 9, reason: 'unheard_of' },
    ],
  }
  const admin_info = { use_channel: ['4', '7'], attempts, routing, counted: { input: 10, output: 1234 } }
  await page.route('/api/log/?*', async route => {
    const response = await route.fetch()
    const reply = await response.json()
    for (const row of reply.data.items) row.other = JSON.stringify({ admin_info })
    await route.fulfill({ response, json: reply })
  })
  await page.goto('/log?type=2')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Retry' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('cell', { name: '4 → 7', exact: true }).first()).toBeVisible()
  await page.locator('tbody button[aria-expanded]').first().click()
  const rows = page.getByRole('table', { name: 'Attempts' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/4 · 2.*429.*80ms.*Slow down/)
  await expect(rows.nth(1).locator('q')).toHaveText('Slow down')
  await expect(rows.nth(2)).toContainText('accepted no connection in time')
  await expect(rows.nth(3).locator('code')).toHaveText('unheard_of')
  await expect(rows.nth(4)).toContainText(/7.*200.*1\.5s.*m-2.*req_9/)
  const why = page.getByRole('region', { name: 'Why this channel' })
  await expect(why).toContainText('it speaks the client’s own format')
  await expect(why).toContainText('4, 7, 9 and 2 more')
  await expect(why).toContainText('4: failed in this call')
  await expect(why).toContainText('9: unheard_of')
  await expect(page.getByText('10 in, 1,234 out')).toBeVisible()
})

test('what came in has a plus sign, what was charged has none', async ({ page, gateway, operator }) => {
  await fill(gateway.databaseFile, '1')
  const [key = ''] = await operator.ask<string[]>('POST', '/api/redemption/', { quota: 500_000, count: 1 })
  await operator.ask('POST', '/api/user/topup', { key })
  for (const language of LANGUAGES) {
    await page.goto('/login')
    await openIn(page, language, '/log?type=1')
    await expect(page.getByRole('cell', { name: '+$1.00', exact: true })).toBeVisible()
    await page.goto('/log?type=2')
    await expect(page.getByRole('cell', { name: /^[<$]/ }).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: /^\+/ })).toHaveCount(0)
  }
})

test('an opened row has its shape before its code has come', async ({ page, gateway }) => {
  await fill(gateway.databaseFile, '1')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.goto('/log?type=2')
  const opener = page.locator('tbody button[aria-expanded]').first()
  await opener.waitFor()
  await page.route('**/*.js', async route => {
    await held
    await route.continue()
  })
  await opener.click()
  const waiting = page.locator('tbody td[colspan] [aria-busy=true]')
  await expect(waiting.locator('span').first()).toBeVisible()
  release()
  await expect(page.locator('tbody td[colspan] dl').first()).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('old rows are deleted in the background, and the page says how far that is', async ({
  page,
  gateway,
  operator,
}) => {
  await fill(gateway.databaseFile, '3000')
  let finished_at = 0
  await page.route('/api/log/clean-up', route => {
    const data = { before: 1, total: 3000, deleted: 1500, asked_at: 1, finished_at }
    return route.fulfill({ json: { success: true, message: '', data } })
  })
  await page.goto('/setting?tab=operation')
  await expect(page.getByText('1,500 of 3,000 rows deleted …')).toBeVisible()
  finished_at = 9
  await expect(page.getByText('1,500 of 3,000 rows deleted …')).toBeHidden()
  await page.getByRole('button', { name: 'Clear logs' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(/log rows? (was|were) deleted/)).toBeVisible()
  const monthAgo = Math.floor(Date.now() / 1000) - 31 * 86_400
  const { total } = await operator.ask<{ total: number }>('GET', `/api/log/?end_timestamp=${monthAgo}`)
  expect(total).toBe(0)
})

test('a call’s row shows its amount with two decimals, below a cent with four, and the exact one when asked', async ({
  page,
  gateway,
  operator,
}) => {
  const common = { type: 2, user_id: operator.user.id, username: operator.user.username, other: '{}' }
  const created_at = Math.floor(Date.now() / 1000)
  const rows = [
    { ...common, created_at, model_name: 'cheap', quota: 1234 },
    { ...common, created_at, model_name: 'dear', quota: 617_283 },
  ]
  const write = [join(import.meta.dirname, 'log-rows.ts'), gateway.databaseFile, JSON.stringify(rows)]
  await runQuietly('The log stays empty.', bun, write)
  await page.goto('/log')
  const amount = (model: string, text: string) =>
    page.getByRole('row', { name: model }).getByText(text, { exact: true })
  await expect(amount('cheap', '$0.0025')).toBeVisible()
  await expect(amount('dear', '$1.23')).toBeVisible()
  await amount('cheap', '$0.0025').hover()
  await expect(page.getByText('$0.002468 · 1,234', { exact: true })).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await amount('dear', '$1.23').hover()
  await expect(page.getByText('$1.234566 · 617,283', { exact: true })).toBeVisible()
})

test('a column of all tokens is chosen and sorts, and a receipt says its rounding in digits', async ({
  page,
  gateway,
  operator,
}) => {
  const common = { type: 2, user_id: operator.user.id, username: operator.user.username, quota: 1 }
  const created_at = Math.floor(Date.now() / 1000)
  const other = JSON.stringify({ model_ratio: 0.1, completion_ratio: 1, group_ratio: 1, text_input: 12 })
  const rows = [
    { ...common, created_at, model_name: 'little', prompt_tokens: 12, completion_tokens: 0, other },
    { ...common, created_at: created_at - 1, model_name: 'much', prompt_tokens: 1_000, completion_tokens: 234, other },
  ]
  const write = [join(import.meta.dirname, 'log-rows.ts'), gateway.databaseFile, JSON.stringify(rows)]
  await runQuietly('The log stays empty.', bun, write)
  await page.setViewportSize({ width: 1900, height: 900 })
  await page.goto('/log?sort=-tokens&type=2')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'In + out' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'In + out' })).toHaveAttribute('aria-sort', 'descending')
  const first = page.locator('tbody tr').filter({ hasText: operator.user.username }).first()
  await expect(first).toContainText('much')
  await expect(first.getByRole('cell', { name: '1,234', exact: true })).toBeVisible()

  await page.getByRole('row', { name: 'little' }).locator('button[aria-expanded]').click()
  const rounding = page.getByRole('table', { name: 'Receipt' }).getByRole('row', { name: /^Rounding/ })
  await expect(rounding).toContainText('-0.2')
  await expect(rounding).toContainText('-$0.0000004')
})
