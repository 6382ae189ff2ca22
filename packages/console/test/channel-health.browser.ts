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
const channel = (id: number, name: string, more: object) => ({
  id,
  name,
  type: 1,
  status: 1,
  ...figures(1_204, 3),
  slots: Array.from({ length: 20 }, (_, index) => slot(40 + ((index * 37) % 50), index % 7 === 0 ? 3 : 0)),
  breakers: [],
  ...more,
})
const REPORT = {
  slot_seconds: 180,
  since: Math.floor(Date.now() / 1000) - 7_200,
  total: figures(3_412, 57),
  channels: [
    channel(3, 'stormy', {
      ...figures(90, 54),
      slots: Array.from({ length: 20 }, (_, index) => slot(index < 12 ? 9 : 0, index < 12 ? 0 : 6)),
      breakers: [{ model: null, state: 'open', failures_in_a_row: 5, failure_share: null, rests_for: 24 }],
    }),
    channel(4, 'half well', {
      breakers: [
        { model: 'gpt-4o', state: 'half_open', failures_in_a_row: 1, failure_share: 0.55, rests_for: 0 },
        { model: 'o3', state: 'failing', failures_in_a_row: 1, failure_share: null, rests_for: 0 },
      ],
    }),
    channel(1, 'calm', {}),
    channel(2, 'switched off', { status: 2, calls: 12 }),
    channel(5, 'quiet', { ...figures(0, 0), slots: Array(20).fill(slot(0, 0)) }),
  ],
}

const tellReport = (page: Page) =>
  page.route('/api/channel/health', route => route.fulfill({ json: { success: true, message: '', data: REPORT } }))
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
      await expect(page.getByRole('dialog').getByText('stormy')).toBeVisible()
    }
    problems.push(...(await problemsInStates(page, language, show)))
  }
  expect(problems).toEqual([])
})

test('a channel tells its state, its models’ states, its figures and its calls over the hour', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await tellReport(page)
  await page.goto('/channel')
  await open(page)
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('listitem')
  await expect(rows.first()).toContainText('stormy')
  await expect(rows.first()).toContainText('Resting, 24.0s')
  await expect(rows.first()).toContainText('40%')
  await expect(dialog).toContainText('gpt-4o')
  await expect(dialog).toContainText('The next call probes it')
  await expect(dialog.getByRole('img', { name: /Calls of “stormy”/ })).toBeVisible()
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
