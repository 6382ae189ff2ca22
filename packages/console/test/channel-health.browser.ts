import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '@tollgate/contract'
import { DESKTOP } from './page-problems.ts'
import { problemsInStates } from './page-states.ts'
import { test } from './signed-in.ts'

const slot = (answered: number, failed: number) => ({ answered, failed })
const figures = (calls: number, failures: number) => ({
  calls,
  failures,
  success: calls > 0 ? 1 - failures / calls : null,
  latency_ms: 4_210,
  first_token_ms: 380,
  tokens_per_second: 61.4,
  cache_share: 0.72,
  follow_ups: 40,
  affinity_share: 0.975,
})
const failure = () => ({ reason: 'Slow down, please', at: Math.floor(Date.now() / 1000) - 120 })
const model = (name: string, calls: number, failures: number, more: object = {}) => ({
  model: name,
  ...figures(calls, failures),
  failure: failures > 0 ? failure() : null,
  ...more,
})
const channel = (id: number, name: string, more: object) => ({
  id,
  name,
  type: 1,
  status: 1,
  ...figures(1_204, 3),
  slots: Array.from({ length: 20 }, (_, index) => slot(40 + ((index * 37) % 50), index % 7 === 0 ? 3 : 0)),
  breakers: [],
  models: [model('gpt-4o', 1_204, 3)],
  ...more,
})
/** Made when it is asked for: its failures are two minutes old. */
const report = () => ({
  slot_seconds: 180,
  since: Math.floor(Date.now() / 1000) - 7_200,
  total: figures(3_412, 57),
  channels: [
    channel(3, 'stormy', {
      ...figures(90, 54),
      slots: Array.from({ length: 20 }, (_, index) => slot(index < 12 ? 9 : 0, index < 12 ? 0 : 6)),
      breakers: [{ model: null, state: 'open', failures_in_a_row: 5, failure_share: null, rests_for: 24 }],
      models: [
        model('claude-opus', 60, 54, { failure: { ...failure(), reason: 'upstream_connect_timeout' } }),
        model('claude-haiku', 30, 0, { first_token_ms: 90 }),
      ],
    }),
    channel(4, 'half well', {
      breakers: [
        { model: 'gpt-4o', state: 'half_open', failures_in_a_row: 1, failure_share: 0.55, rests_for: 0 },
        { model: 'o3', state: 'failing', failures_in_a_row: 1, failure_share: null, rests_for: 0 },
      ],
    }),
    channel(1, 'calm', {}),
    channel(2, 'switched off', { status: 2, calls: 12, models: [] }),
    channel(5, 'quiet', { ...figures(0, 0), slots: Array(20).fill(slot(0, 0)), models: [] }),
  ],
})

const tellReport = (page: Page) =>
  page.route('/api/channel/health', route => route.fulfill({ json: { success: true, message: '', data: report() } }))
/** The button with the chart. */
const open = (page: Page) => page.locator('button:has(.anticon-line-chart)').click()

test('the channel page tells of the last hour, those that rest first, in every language and width', async ({
  page,
}) => {
  // Six pages, on a possibly slow machine.
  test.setTimeout(300_000)
  await tellReport(page)
  const problems: string[] = []
  for (const language of LANGUAGES) {
    await page.addInitScript(chosen => localStorage.setItem('i18nextLng', chosen), language)
    const show = async () => {
      await page.goto('/channel')
      await open(page)
      await expect(page.getByRole('dialog').getByText('stormy').first()).toBeVisible()
    }
    problems.push(...(await problemsInStates(page, language, show)))
  }
  expect(problems).toEqual([])
})

test('the last hour is a table by channel and model, sorted by any column', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await tellReport(page)
  await page.goto('/channel')
  await open(page)
  const dialog = page.getByRole('dialog')
  const rows = dialog.locator('tbody tr[data-row]')
  const names = async () => (await rows.allInnerTexts()).map(text => text.match(/claude-\w+|gpt-4o|o3|all models/)?.[0])
  await expect(rows.first()).toContainText('stormy')
  await expect(rows.first()).toContainText('Resting, 24.0s')
  await expect(rows.first()).toContainText('9.9%')
  await expect(rows.first()).toContainText('2 min. ago')
  await expect(rows.first()).not.toContainText('upstream_connect_timeout')
  await expect(rows.filter({ hasText: 'gpt-4o' }).first()).toContainText('The next call probes it')
  await expect(rows.filter({ hasText: 'gpt-4o' }).first()).toContainText('Slow down, please')
  await expect.poll(names).toEqual(['claude-opus', 'claude-haiku', 'gpt-4o', 'o3', 'gpt-4o', 'all models'])
  const sortBy = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name} caret`) }).click()
  await sortBy('Success')
  await sortBy('Success')
  await expect(dialog.getByRole('columnheader', { name: 'Success' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(async () => (await names())[0]).toBe('claude-opus')
  await expect.poll(async () => (await names()).at(-1)).toBe('o3')
  await sortBy('First token')
  await sortBy('First token')
  await expect.poll(async () => (await names())[0]).toBe('claude-haiku')
  await sortBy('Model')
  await expect.poll(async () => (await names())[0]).toBe('claude-haiku')
  await expect(dialog).toContainText('1 more channel was not called')
  await expect(dialog.getByText('quiet', { exact: true })).toHaveCount(0)
})

test('without a call nothing is made up', async ({ page }) => {
  await page.goto('/channel')
  await open(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('No channel was called in the last hour.')
  await expect(dialog.locator('dd').nth(1)).toHaveText('–')
})
