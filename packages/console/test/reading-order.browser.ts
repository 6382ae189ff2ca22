import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { LOG_TYPE } from '@tollgate/contract'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { findings } from './axe.ts'
import { settled } from './page-problems.ts'
import { test } from './signed-in.ts'

const FOLDER = join(import.meta.dirname, 'reading-order')
const WRITTEN = Date.parse('2025-10-09T08:00:00Z') / 1000

/**
 * What a screen reader reads, and in which order, is written down in `reading-order/`. After a change:
 * `TEST_KEEP_LOOKS=1 npm test -- reading-order`, and read the files.
 */
async function readsAs(name: string, place: Locator): Promise<void> {
  const file = join(FOLDER, `${name}.yaml`)
  const read = async () => `${(await place.ariaSnapshot()).replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://gateway')}\n`
  if (process.env.TEST_KEEP_LOOKS) {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, await read())
  }
  await expect.poll(read, name).toBe(readFileSync(file, 'utf8'))
}

test('log, receipt and channel form are read in the order written down, and axe finds nothing in them', async ({
  page,
  gateway,
  operator,
}) => {
  await operator.addChannel({ type: 1, name: 'Main', key: 'sk-upstream', models: 'gpt-4o,o3', group: 'default' })
  const other = {
    group_ratio: 1,
    quota_per_unit: 500_000,
    price_lines: [
      { line: 'input', count: 1_000, usd: 2.5, per: 'million_tokens' },
      { line: 'cache_read', count: 200, usd: 1.25, per: 'million_tokens' },
      { line: 'output', count: 300, usd: 10, per: 'million_tokens' },
    ],
    admin_info: { attempts: [{ channel: 1, status: 200, ms: 420 }], use_channel: ['1'] },
  }
  const row = { user_id: 1, username: 'root', channel_id: 1, token_id: 1, token_name: 'Nightly', group: 'default' }
  const rows = [
    {
      ...row,
      created_at: WRITTEN,
      type: LOG_TYPE.consume,
      model_name: 'gpt-4o',
      prompt_tokens: 1_200,
      completion_tokens: 300,
      quota: 2_875,
      is_stream: 1,
      duration_ms: 2_400,
      first_token_ms: 420,
      request_id: 'r-1',
      other: JSON.stringify(other),
    },
    {
      ...row,
      created_at: WRITTEN - 60,
      type: LOG_TYPE.error,
      model_name: 'o3',
      content: 'The upstream is busy',
      error_code: 'upstream_busy',
      duration_ms: 900,
      request_id: 'r-2',
      other: '{"status_code":503}',
    },
  ]
  runQuietly('The log stays empty.', bun, [
    join(import.meta.dirname, 'log-rows.ts'),
    gateway.databaseFile,
    JSON.stringify(rows),
  ])
  const span = `start_timestamp=${WRITTEN - 600}&end_timestamp=${WRITTEN + 600}`
  const main = page.getByRole('main')

  await page.goto(`/log?${span}`)
  await settled(page)
  await readsAs('log', main)
  expect(await findings(page)).toEqual([])

  await page.locator('tbody tr[data-row]').first().getByRole('button', { expanded: false }).first().click()
  const receipt = page.locator('tr[data-details], tbody tr:not([data-row])').first()
  await expect(receipt).toContainText('1,000')
  await settled(page)
  await readsAs('receipt', receipt)
  expect(await findings(page)).toEqual([])

  await page.goto('/channel/edit/1')
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Main')
  await expect(form.getByRole('button', { name: 'Copy names' })).toBeVisible()
  await settled(page)
  await readsAs('channel-form', form)
  expect(await findings(page)).toEqual([])
})
