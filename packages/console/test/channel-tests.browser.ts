import { expect, type Page } from '@playwright/test'
import { type Channel, LANGUAGES } from '@tollgate/contract'
import { type MisbehavingUpstream, startMisbehavingUpstream } from './misbehaving-upstream.ts'
import { DESKTOP, problemsOnScreen } from './page-problems.ts'
import { enter, STATES } from './page-states.ts'
import { test as signedIn } from './signed-in.ts'

const KEY = 'sk-upstream-canary-1234567890'

const test = signedIn.extend<{ upstream: MisbehavingUpstream }>({
  upstream: [
    async ({ operator }, use) => {
      const upstream = await startMisbehavingUpstream()
      await operator.setOption('SelfUseModeEnabled', true)
      await use(upstream)
      await upstream.stop()
    },
    { auto: true },
  ],
})

const channelOf = ({ url }: MisbehavingUpstream, models: string, name = 'Main') => ({
  type: 1,
  name,
  key: KEY,
  base_url: url,
  models,
})

async function openTests(page: Page, name = 'Main') {
  await page.setViewportSize(DESKTOP)
  await page.goto('/channel')
  await page
    .getByRole('row', { name })
    .getByRole('button', { name: `More actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: /Test$/ }).click()
  return page.getByRole('dialog', { name: `Test “${name}”` })
}

test('models are picked by name and tested: each passes, with times, or fails in the upstream’s words', async ({
  page,
  operator,
  upstream,
}) => {
  const { id } = await operator.addChannel(channelOf(upstream, 'good-1,good-2,overloaded-1,telltale-1'))
  const dialog = await openTests(page)
  await dialog.getByLabel('Filter models').fill('GOOD')
  await expect(dialog.getByRole('row', { name: 'overloaded-1' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Test all (2)' }).click()
  await expect(dialog.getByRole('status')).toContainText('2 of 2 tested, 0 failed')
  for (const model of ['good-1', 'good-2']) {
    const row = dialog.getByRole('row', { name: model })
    await expect(row).toContainText('Passed')
    await expect(row.getByText(/^\d+ms$|^\d+\.\ds$/)).toHaveCount(2)
  }

  await dialog.getByLabel('Filter models').fill('')
  await dialog.getByRole('checkbox', { name: 'overloaded-1' }).check()
  await dialog.getByRole('checkbox', { name: 'telltale-1' }).check()
  await dialog.getByRole('button', { name: 'Test selected (2)' }).click()
  await expect(dialog.getByRole('row', { name: 'overloaded-1' })).toContainText('The engine is overloaded')
  await expect(dialog.getByRole('row', { name: 'telltale-1' })).toContainText('No Bearer *** at ***, sorry')
  await expect(page.getByText(KEY)).toHaveCount(0)
  await expect(dialog.getByRole('status')).toContainText('2 of 2 tested, 2 failed')

  await dialog.getByRole('button', { name: 'Test the failed again' }).click()
  await expect
    .poll(() => upstream.asked.slice().sort())
    .toEqual(['good-1', 'good-2', 'overloaded-1', 'overloaded-1', 'telltale-1', 'telltale-1'])
  await expect(dialog.getByRole('status')).toContainText('2 of 2 tested, 2 failed')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: 'Main' })).not.toContainText('Untested')
  expect((await operator.ask<Channel>('GET', `/api/channel/${id}`)).response_time).toBeGreaterThan(0)
})

test('five run at once with progress; stopping and leaving the dialog end them at the upstream too', async ({
  page,
  operator,
  upstream,
}) => {
  const models = Array.from({ length: 8 }, (_, number) => `silent-${number}`)
  await operator.addChannel(channelOf(upstream, models.join(',')))
  const dialog = await openTests(page)
  await dialog.getByRole('button', { name: 'Test all (8)' }).click()
  await expect.poll(() => upstream.waiting()).toBe(5)
  await expect(dialog.getByText('Waiting')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByText('Stopped')).toHaveCount(8)
  await expect.poll(() => upstream.waiting()).toBe(0)
  expect(upstream.asked).toHaveLength(5)

  await dialog.getByRole('button', { name: 'Test silent-7' }).click()
  await expect.poll(() => upstream.waiting()).toBe(1)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => upstream.waiting()).toBe(0)
})

test('all channels are tested in the background: progress, who is disabled and why, and who comes back', async ({
  page,
  operator,
  upstream,
}) => {
  await operator.setOption('AutomaticDisableChannelEnabled', true)
  await operator.setOption('AutomaticEnableChannelEnabled', true)
  await operator.addChannel(channelOf(upstream, 'good-1', 'Good'))
  await operator.addChannel(channelOf(upstream, 'refused-1', 'Refused'))
  await operator.addChannel(channelOf(upstream, 'silent-1', 'Silent'))
  const { id } = await operator.addChannel({ ...channelOf(upstream, 'good-1', 'Recovered') })
  await operator.ask('PUT', '/api/channel/', { id, status: 3 })
  await page.setViewportSize(DESKTOP)
  await page.goto('/channel')
  await page.getByRole('button', { name: 'Checks' }).click()
  await page.getByRole('menuitem', { name: 'Test all channels' }).click()
  await page.getByRole('dialog', { name: 'Test all channels?' }).getByRole('button', { name: 'Test all' }).click()
  await expect(page.getByRole('button', { name: /Testing \d \/ 4/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Testing 3 / 4' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Testing 3 / 4' })).toBeVisible()
  const started = await operator.ask('GET', '/api/channel/test').catch(error => String(error))
  expect(started).toContain('All channels are already being tested')
  upstream.release()
  await expect(page.getByText('All channels were tested')).toBeVisible()

  await expect(page.getByRole('row', { name: 'Good' })).toContainText('Enabled')
  await expect(page.getByRole('row', { name: 'Recovered' })).toContainText('Enabled')
  const refused = page.getByRole('row', { name: 'Refused' })
  await refused.getByText('Auto-disabled').hover()
  await expect(page.getByRole('tooltip')).toContainText('401: Incorrect API key provided')
})

test('a balance is read by a press, and all of them at once; one that is used up disables its channel', async ({
  page,
  operator,
  upstream,
}) => {
  await operator.setOption('AutomaticDisableChannelEnabled', true)
  await operator.addChannel(channelOf(upstream, 'good-1'))
  await operator.addChannel({ ...channelOf(upstream, 'good-1', 'Claude'), type: 14 })
  await page.setViewportSize(DESKTOP)
  await page.goto('/channel')
  await page.getByRole('button', { name: 'Update balance: Main, –' }).click()
  await expect(page.getByRole('button', { name: 'Update balance: Main, $10.00' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Update balance: Claude/ })).toHaveCount(0)

  upstream.granted = 2.5
  await page.getByRole('button', { name: 'Checks' }).click()
  await page.getByRole('menuitem', { name: 'Update all balances' }).click()
  await expect(page.getByText('Balances updated: 1. Not told: 0. Disabled: 1.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update balance: Main, $0.00' })).toBeVisible()
  await page.getByRole('row', { name: 'Main' }).getByText('Auto-disabled').hover()
  await expect(page.getByRole('tooltip')).toContainText('The balance with the provider is used up ($0.00)')
})

test('the balances of the selected channels alone are asked, and those that do not tell are named', async ({
  page,
  operator,
  upstream,
}) => {
  await operator.addChannel(channelOf(upstream, 'good-1'))
  await operator.addChannel(channelOf(upstream, 'good-1', 'Aside'))
  await operator.addChannel({ ...channelOf(upstream, 'good-1', 'Claude'), type: 14 })
  await page.setViewportSize(DESKTOP)
  await page.addInitScript(() => localStorage.setItem('enable-batch-delete', 'true'))
  await page.goto('/channel')
  for (const name of ['Main', 'Claude']) await page.getByRole('checkbox', { name, exact: true }).check()
  await page.getByRole('button', { name: 'Query balance' }).click()
  await expect(page.getByRole('button', { name: 'Update balance: Main, $10.00' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update balance: Aside, –' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Asking for balances' }).getByText('Claude')).toBeVisible()
})

for (const language of ['en', 'zh', 'ru'] as const)
  test(`the dialog fits phones and desktops, in ${language}`, async ({ page, operator, upstream }) => {
    await operator.addChannel({ ...channelOf(upstream, 'good-1,overloaded-1,telltale-1'), test_model: 'good-1' })
    await page.addInitScript(code => localStorage.setItem('i18nextLng', code), language)
    for (const state of Object.values(STATES)) {
      await enter(page, state)
      await page.goto('/channel')
      await page.locator('button:has(.anticon-more)').first().click()
      await page
        .getByRole('menuitem')
        .filter({ has: page.locator('.anticon-thunderbolt') })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: /\(3\)|（3）/ }).click()
      await expect(dialog.getByRole('status')).toContainText('3')
      await expect(dialog.getByText('The engine is overloaded')).toBeVisible()
      expect(await problemsOnScreen(page, language)).toEqual([])
    }
  })

test('a test that passes says that the channel is enabled again, or why it stays disabled', async ({
  page,
  operator,
  upstream,
}) => {
  const channel = await operator.addChannel(channelOf(upstream, 'good'))
  const said = {
    option_off: {
      en: 'The channel works, but stays disabled: the option that enables channels automatically is off',
      zh: '渠道测试通过，但仍保持禁用：自动启用渠道的选项未开启',
      ru: 'Канал работает, но остаётся отключённым: автоматическое включение каналов выключено',
    },
    enabled: {
      en: 'The channel works and is enabled again',
      zh: '渠道测试通过，已重新启用',
      ru: 'Канал работает и снова включён',
    },
  } as const
  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    for (const recovery of ['option_off', 'enabled'] as const) {
      await page.route('/api/channel/test/*', async route => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), success: true, recovery } })
      })
      await page.goto(`/channel?test=${channel.id}`)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /\(1\)|（1）/ })
        .click()
      await expect(page.getByText(said[recovery][language], { exact: true })).toBeVisible()
      await page.unroute('/api/channel/test/*')
    }
  }
})
