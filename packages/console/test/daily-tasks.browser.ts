import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Channel, Log, Page as ReplyPage, User } from '@tollgate/contract'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { furnish } from './demo-data.ts'
import type { Operator } from './operator.ts'
import { settled } from './page-problems.ts'
import { test } from './signed-in.ts'
import { tabTo } from './tab-to.ts'
import { startUpstream } from './upstream/index.ts'

interface Site {
  page: Page
  operator: Operator
  /** The request id of a charged call. */
  requestId: string
  /** Clicks or presses a control, by the hand that does the task. */
  press(control: Locator): Promise<void>
  /** Types a text into a field. */
  write(field: Locator, text: string): Promise<void>
  /** Types the beginning of a choice and takes it. */
  choose(field: Locator, text: string): Promise<void>
}

/** What an operator does most often, from the dashboard on, with the most clicks that it may take. Typing is no click. */
const TASKS: { name: string; mostClicks: number; at?: (site: Site) => string; does(site: Site): Promise<void> }[] = [
  {
    name: 'find a call by its id',
    mostClicks: 0,
    async does({ page, requestId }) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find anything' }).fill(requestId)
      await page.getByRole('group', { name: 'Calls' }).getByRole('option').waitFor()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/log?request_id=${requestId}`)
    },
  },
  {
    name: 'see why a call cost what it did',
    mostClicks: 2,
    async does({ page, press }) {
      await press(page.getByRole('link', { name: 'Usage log' }))
      const call = page
        .getByRole('row')
        .filter({ has: page.getByText('Call', { exact: true }) })
        .first()
      await press(call.getByRole('button', { name: /^Details of/ }))
      const receipt = page.getByRole('table', { name: 'Receipt' })
      await expect(receipt.getByRole('row', { name: /^Charged/ })).toBeVisible()
    },
  },
  {
    name: 'see which channel fails',
    mostClicks: 1,
    async does({ page, press }) {
      await press(page.getByRole('link', { name: 'Channels' }))
      const row = page.getByRole('row', { name: 'Broken line' })
      await expect(row.getByText(/Failing|Resting/)).toBeInViewport()
    },
  },
  {
    name: 'see who spent most yesterday',
    mostClicks: 2,
    async does({ page, press }) {
      await press(page.getByRole('radiogroup', { name: 'Time' }).getByRole('radio', { name: 'Yesterday' }))
      const who = page.getByRole('region', { name: 'Who' })
      await expect(page).toHaveURL(/last=yesterday/)
      await expect(who.getByRole('row').nth(1).getByText('$').first()).toBeInViewport({ ratio: 1 })
    },
  },
  {
    name: 'refund a call from its receipt',
    mostClicks: 3,
    at: ({ requestId }) => `/log?request_id=${requestId}`,
    async does({ page, press, write, requestId }) {
      await press(page.getByRole('button', { name: `Details of ${requestId}` }))
      await press(page.getByRole('button', { name: 'Refund …' }))
      const dialog = page.getByRole('dialog')
      await write(dialog.getByLabel('Reason'), 'It was nonsense')
      await press(dialog.getByRole('button', { name: 'Give back', exact: true }))
      await expect(page.getByRole('list', { name: 'Given back' }).getByText('It was nonsense')).toBeVisible()
    },
  },
  {
    name: 'limit a user',
    mostClicks: 3,
    async does({ page, operator, press, write, choose }) {
      await press(page.getByRole('link', { name: 'Users' }))
      await press(page.getByRole('button', { name: 'Edit: user3' }))
      const form = page.getByRole('dialog', { name: 'Edit the user “user3”' })
      await choose(form.getByLabel('Spending limit by period', { exact: true }), 'Each day')
      await write(form.getByLabel('Limit in a period'), '5')
      await press(form.getByRole('button', { name: 'Save' }))
      await expect(page.getByRole('row', { name: 'user3' })).toContainText('$5.00 a day')
      const { items } = await operator.ask<ReplyPage<User>>('GET', '/api/user/search?keyword=user3')
      await operator.ask('PUT', '/api/user/', { id: items[0]?.id, quota_period: '', period_quota: 0 })
    },
  },
  {
    name: 'invite a colleague',
    mostClicks: 3,
    async does({ page, press }) {
      await press(page.getByRole('link', { name: 'Users' }))
      await press(page.getByRole('button', { name: 'Invite' }))
      await press(page.getByRole('dialog', { name: 'Invite somebody' }).getByRole('button', { name: 'Make a link' }))
      const link = page.getByText(/invitation#[0-9a-f]{64}/)
      await expect(link).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(link).toBeHidden()
    },
  },
  {
    name: 'change a price',
    mostClicks: 3,
    async does({ page, press, write }) {
      await press(page.getByRole('link', { name: 'Models & prices' }))
      await press(page.getByRole('button', { name: 'Change the price: model-00', exact: true }))
      const form = page.getByRole('dialog', { name: 'model-00' })
      const input = form.getByLabel('Input, per 1M tokens', { exact: true })
      await write(input, (await input.inputValue()).startsWith('30') ? '31' : '30')
      await press(form.getByRole('button', { name: 'Save' }))
      await expect(page.getByText('The price is saved')).toBeVisible()
    },
  },
  {
    name: 'move a model to another channel',
    mostClicks: 4,
    async does({ page, operator, press, choose }) {
      await press(page.getByRole('link', { name: 'Channels' }))
      await press(page.getByRole('switch', { name: 'Select several' }))
      await press(page.getByRole('button', { name: 'Move models …' }))
      const dialog = page.getByRole('dialog', { name: 'Move models between channels' })
      await choose(dialog.getByLabel('Models', { exact: true }), 'deepseek-chat')
      await choose(dialog.getByLabel('From these channels'), 'DeepSeek #')
      await choose(dialog.getByLabel('To these channels'), 'Mistral, Paris #')
      await press(dialog.getByRole('button', { name: 'Change 2' }))
      const models = async () => {
        const { items } = await operator.ask<ReplyPage<Channel>>('GET', '/api/channel/search?keyword=Mistral')
        return items[0]?.models
      }
      await expect.poll(models).toContain('deepseek-chat')
      await page.getByRole('button', { name: 'Undo' }).press('Enter')
      await expect.poll(models).not.toContain('deepseek-chat')
      await page.evaluate(() => localStorage.removeItem('enable-batch-delete'))
    },
  },
  {
    name: 'export a month of the log',
    mostClicks: 3,
    async does({ page, press, write }) {
      await press(page.getByRole('link', { name: 'Usage log' }))
      await write(page.getByRole('combobox', { name: 'Model', exact: true }), 'model-01')
      await page.keyboard.press('Enter')
      await press(page.getByRole('button', { name: 'Export' }))
      const saving = page.waitForEvent('download')
      await press(page.getByRole('menuitem', { name: 'CSV' }))
      expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
    },
  },
]

const WINDOW = { width: 1440, height: 900 }

test.setTimeout(300_000)
test('what operators do every day takes few clicks, and none without a mouse', async ({ page, gateway, operator }) => {
  const upstream = await startUpstream()
  await operator.addChannel({
    name: 'Broken line',
    type: 1,
    key: 'k',
    models: 'gpt-4o-mini',
    base_url: 'http://127.0.0.1:9',
  })
  await furnish(gateway.url, operator, upstream.url)
  const { bearer } = await operator.addToken({ name: 'Broken' })
  for (let call = 0; call < 6; call++)
    await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] }),
    })
  for (const username of ['user2', 'user3'])
    await operator.ask('POST', '/api/user/', { username, password: 'correct horse' })
  runQuietly('The month stays empty.', bun, [join(import.meta.dirname, 'busy-month.ts'), gateway.databaseFile, '3000'])
  const { items } = await operator.ask<ReplyPage<Log>>('GET', '/api/log/?type=2&username=keeper')
  // The others have names of their own. Each hand refunds a call of its own.
  const made = items.map(({ request_id }) => request_id).filter(id => id.includes('-7'))
  let clicks = 0
  await page.exposeFunction('clicked', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    const { clicked } = window as unknown as { clicked(): void }
    addEventListener('click', event => event.isTrusted && (event as MouseEvent).detail > 0 && clicked(), true)
  })
  await page.setViewportSize(WINDOW)
  const isRadio = (control: Locator) => control.evaluate(element => element.matches('[type=radio]'))
  const chooseRadio = async (radio: Locator) => {
    await tabTo(page, page.getByRole('radiogroup', { name: 'Time' }).getByRole('radio', { checked: true }))
    await expect(async () => {
      if (!(await radio.isChecked())) await page.keyboard.press('ArrowLeft')
      await expect(radio).toBeChecked({ timeout: 500 })
    }).toPass()
  }
  const take = async (field: Locator, text: string) => {
    const choices = page.locator('.ant-select-dropdown:visible')
    const isTyped = await field.evaluate(element => !(element as HTMLInputElement).readOnly)
    if (isTyped) await page.keyboard.type(text)
    else await page.keyboard.press('Enter')
    const isActive = choices.locator('.ant-select-item-option-active').filter({ hasText: text })
    await expect(async () => {
      if (!(await isActive.isVisible())) await page.keyboard.press('ArrowDown')
      await expect(isActive).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Enter')
    // A choice of several stays open.
    if (isTyped) await page.keyboard.press('Escape')
  }
  const hands = {
    mouse: {
      // The button of a segment is its label.
      press: async control => ((await isRadio(control)) ? control.locator('..') : control).click(),
      write: (field, text) => field.fill(text),
      async choose(field, text) {
        await field.focus()
        await take(field, text)
      },
    },
    keyboard: {
      async press(control) {
        if (await isRadio(control)) return chooseRadio(control)
        await tabTo(page, control)
        await page.keyboard.press((await control.getAttribute('role')) === 'switch' ? 'Space' : 'Enter')
      },
      async write(field, text) {
        await tabTo(page, field)
        await page.keyboard.press('Control+a')
        await page.keyboard.type(text)
      },
      async choose(field, text) {
        await tabTo(page, field)
        await take(field, text)
      },
    },
  } satisfies Record<string, Pick<Site, 'press' | 'write' | 'choose'>>
  const done = new Map<string, Done[]>()
  for (const task of TASKS)
    for (const [place, [hand, does]] of Object.entries(hands).entries())
      await test.step(`${task.name}, ${hand}`, async () => {
        const site = { page, operator, requestId: made[place] ?? '', ...does }
        await page.goto(task.at?.(site) ?? '/detail')
        await settled(page)
        clicks = 0
        const begun = performance.now()
        await task.does(site)
        const seconds = (performance.now() - begun) / 1_000
        done.set(task.name, [...(done.get(task.name) ?? []), { clicks, seconds }])
        expect.soft(clicks, task.name).toBeLessThanOrEqual(hand === 'mouse' ? task.mostClicks : 0)
      })
  report(done)
  await upstream.stop()
})

interface Done {
  clicks: number
  /** From the page at rest until what was asked for is seen. */
  seconds: number
}

const PAGE = join(import.meta.dirname, '../../../docs/daily-tasks.md')
const MARK = '<!-- written by the test from here on -->'

/** Prints what each task took, by mouse and by keyboard; `TEST_KEEP_LOOKS=1 npm test -- daily-tasks` writes it into the page. */
function report(done: Map<string, Done[]>): void {
  const lines = [...done].map(([name, [mouse, keyboard]]) => {
    const most = TASKS.find(task => task.name === name)?.mostClicks
    return `| ${name} | ${mouse?.clicks} | ${most} | ${mouse?.seconds.toFixed(1)} | ${keyboard?.seconds.toFixed(1)} |`
  })
  const table = [
    '| task | clicks | at most | seconds by mouse | seconds by keyboard |',
    '|---|---:|---:|---:|---:|',
    ...lines,
    '',
    `The seconds are the script's own, on ${new Date().toISOString().slice(0, 10)}, with a load of ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores.`,
  ].join('\n')
  console.log(table)
  if (!process.env.TEST_KEEP_LOOKS) return
  const before = readFileSync(PAGE, 'utf8')
  writeFileSync(PAGE, `${before.slice(0, before.indexOf(MARK) + MARK.length)}\n\n${table}\n`)
}
