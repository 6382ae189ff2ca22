import { expect, type Page } from '@playwright/test'
import type { Log, LogOther, Reply, Page as ReplyPage, User } from '@tollgate/contract'
import { test } from './fresh.ts'
import { callAnthropic, callOpenAi, type MadeCall, MODELS } from './official-clients.ts'
import { startUpstream } from './upstream/index.ts'

test.use({ reducedMotion: 'no-preference' })

const ACCOUNT = { username: 'keeper', password: 'let me through' }
const FIRST_QUOTA = 100_000_000

test('a newcomer sets the gateway up, calls models with the official clients, and sees what each call cost', async ({
  page,
  gateway,
}) => {
  // Many pages, on a possibly slow machine.
  test.setTimeout(180_000)
  const upstream = await startUpstream()
  await test.step('goes through the wizard', () => goThroughWizard(page))
  await test.step('signs out and in again', () => signInAgain(page))
  await test.step('adds two channels', async () => {
    const { openai, anthropic } = MODELS
    await addChannel(page, { type: 'OpenAI', key: 'sk-openai', address: upstream.url, models: openai })
    await addChannel(page, { type: 'Anthropic Claude', key: 'sk-ant', address: upstream.url, models: anthropic })
  })
  const key = await test.step('makes a token', () => makeToken(page))
  const calls = await test.step('calls models', async () => [
    ...(await callOpenAi(`${gateway.url}/v1`, key)),
    ...(await callAnthropic(gateway.url, key)),
  ])
  expect(new Set(upstream.keys)).toEqual(new Set(['sk-openai', 'sk-ant']))
  await test.step('reads the log', () => checkLog(page, calls))
  await test.step('sees the first steps ticked', async () => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'First steps' }).getByLabel('Done')).toHaveCount(4)
  })
  await upstream.stop()
})

test('from the wizard to the own receipt it takes ten clicks and six fields at most, each step offered where the last was done', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const upstream = await startUpstream()
  const effort = await countEffort(page)
  await goThroughWizard(page)
  await page.getByRole('region', { name: 'First steps' }).getByRole('button', { name: 'Add a channel' }).click()
  const form = page.getByRole('dialog', { name: 'Add channel' })
  await form.getByLabel('Name', { exact: true }).fill('Main')
  await form.getByLabel('Key', { exact: true }).fill('sk-openai')
  await form.getByLabel('API address').fill(upstream.url)
  await form.getByRole('button', { name: 'Fill in this type’s models' }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toBeHidden()

  const offer = page.getByRole('complementary', { name: 'First steps' })
  await offer.getByRole('button', { name: 'Test it' }).click()
  await expect(page.getByText(/“Main” answered in/)).toBeVisible()
  await offer.getByRole('button', { name: 'Make a token' }).click()
  await page.getByRole('dialog', { name: 'The token is ready' }).getByRole('button', { name: 'Try it' }).click()
  const trial = page.getByRole('dialog', { name: 'Try it' })
  await expect(trial.getByRole('log')).not.toBeEmpty()
  const receipt = trial.getByRole('table', { name: 'Receipt' })
  await expect(receipt.getByRole('row', { name: /^Charged/ })).toContainText('$')
  const { clicks, fields } = await effort()
  expect(clicks).toBeLessThanOrEqual(10)
  expect(fields).toBeLessThanOrEqual(6)

  // Finished steps are recognized by their results: nothing is offered again.
  const callers = async () =>
    (await ask<ReplyPage<Log>>(page, '/api/log/self?type=2')).items.map(({ token_name }) => token_name)
  await expect.poll(callers).toEqual(['First token'])
  await expect(offer).toBeHidden()
  await page.evaluate(() => localStorage.removeItem('first-steps-done'))
  await page.goto('/token')
  await expect(page.getByRole('row', { name: 'First token' })).toBeVisible()
  await expect(offer).toBeHidden()
  await upstream.stop()
})

/** Counts the clicks and filled-in fields over all pages. */
async function countEffort(page: Page) {
  const counted = { clicks: 0, fields: 0 }
  await page.exposeFunction('count', (what: keyof typeof counted) => {
    counted[what] += 1
  })
  await page.addInitScript(() => {
    const { count } = window as unknown as { count(what: string): void }
    const filled = new WeakSet<EventTarget>()
    addEventListener('click', event => event.isTrusted && (event as MouseEvent).detail > 0 && count('clicks'), true)
    addEventListener(
      'input',
      ({ target }) => {
        if (!target || filled.has(target)) return
        filled.add(target)
        count('fields')
      },
      true,
    )
  })
  return async () => counted
}

async function goThroughWizard(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Username').fill(ACCOUNT.username)
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password)
  await page.getByLabel('Confirm password').fill(ACCOUNT.password)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await expect(page.getByText('All set.')).toBeVisible()
  await expect(page).toHaveURL('/')
}

async function signInAgain(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Username or e-mail').fill(ACCOUNT.username)
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password)
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/token')
}

async function addChannel(page: Page, channel: { type: string; key: string; address: string; models: string[] }) {
  await page.getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'Add channel' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add channel' })
  await form.getByRole('combobox', { name: 'Type', exact: true }).fill(channel.type)
  await page.locator('.ant-select-dropdown:visible').getByTitle(channel.type, { exact: true }).click()
  await form.getByLabel('Name', { exact: true }).fill(channel.type)
  await form.getByLabel('Key', { exact: true }).fill(channel.key)
  await form.getByLabel('API address').fill(channel.address)
  await form.getByPlaceholder('Several with commas').fill(channel.models.join(','))
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: channel.type })).toContainText('Enabled')
}

/** Takes the key as people do: with the copy button of the panel that appears. */
async function makeToken(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('link', { name: 'API tokens' }).click()
  await page.getByRole('button', { name: 'Add token' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add token' })
  await form.getByLabel('Name').fill('first')
  await form.getByLabel('Unlimited quota').click()
  await form.getByRole('button', { name: 'Create' }).click()
  const panel = page.getByRole('dialog', { name: 'The token is ready' })
  await panel.getByRole('button', { name: 'Copy Key', exact: true }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^sk-[0-9A-Za-z]{48}$/)
  const key = await copied()
  await panel.getByRole('button', { name: 'Done' }).click()
  return key
}

async function checkLog(page: Page, calls: MadeCall[]) {
  // The row of a call is written a moment after its answer, and a page that is open does not add it by itself.
  const written = async () => (await ask<ReplyPage<Log>>(page, '/api/log/')).items.map(({ request_id }) => request_id)
  await expect.poll(written).toEqual(expect.arrayContaining(calls.map(({ requestId }) => requestId)))
  await page.getByRole('link', { name: 'Usage log' }).click()
  // Administrators' acts are named by number.
  await expect(page.getByRole('button', { name: /^Details of (?!\d+$)/ })).toHaveCount(calls.length)
  const headers = await page.locator('thead').first().locator('th, td').allInnerTexts()
  const { items } = await ask<ReplyPage<Log>>(page, '/api/log/')
  let spent = 0

  for (const call of calls) {
    const opener = page.getByRole('button', { name: `Details of ${call.requestId}` })
    const cells = page.getByRole('row').filter({ has: opener }).locator('td')
    const cell = (column: string) => cells.nth(headers.indexOf(column))
    const row = items.find(({ request_id }) => request_id === call.requestId)
    const due = dueFor(call, JSON.parse(row?.other ?? '{}'))

    await test.step(call.name, async () => {
      await expect(cell('Model')).toHaveText(call.model)
      await expect(cell('In')).toHaveText(new RegExp(`${inEnglish(call.input)}$`))
      // Its speed may stand before it.
      await expect(cell('Out')).toHaveText(new RegExp(`(^|/s)${inEnglish(call.output)}$`))
      await expect(cell('Timing').getByText('stream')).toHaveCount(call.isStream ? 1 : 0)
      await expect(cell('Quota')).toHaveText(due === 0 ? '' : inRow(due / 500_000))
      if (due === 0) return

      await opener.click()
      const receipt = page.getByRole('table', { name: 'Receipt' })
      await expect(receipt).toBeVisible()
      await expect(receipt.getByRole('row', { name: /^Charged/ })).toBeVisible()
      const lines = await receipt.locator('tbody tr').evaluateAll(rows =>
        rows.map(({ children }) => ({
          name: children[0]?.textContent ?? '',
          quota: Number(children[3]?.textContent?.replaceAll(',', '')),
        })),
      )
      const total = lines.pop()
      expect(total).toEqual({ name: 'Charged', quota: due })
      expect(lines.reduce((sum, { quota }) => sum + quota, 0)).toBeCloseTo(due, 6)
      await opener.click()
      await expect(receipt).toBeHidden()
    })
    spent += due
  }
  const paid = async () => FIRST_QUOTA - (await ask<User>(page, '/api/user/self')).quota
  await expect.poll(paid).toBe(spent)
}

/** The charge computed by hand, from the tokens the answer reported and the ratios in the log row. */
function dueFor({ input, cached, written, output }: MadeCall, ratios: LogOther): number {
  if (input + output === 0) return 0
  const { model_ratio = 0, completion_ratio = 0, cache_ratio = 0, cache_creation_ratio = 0, group_ratio = 0 } = ratios
  const fresh = input - cached - written
  const weighed = fresh + cached * cache_ratio + written * cache_creation_ratio + output * completion_ratio
  return Math.max(1, Math.round(weighed * model_ratio * group_ratio))
}

const inEnglish = (count: number) => count.toLocaleString('en')

/** A console call with the browser's own session. */
async function ask<Data>(page: Page, path: string): Promise<Data> {
  const response = await page.request.get(path, { headers: { 'New-Api-User': '1' } })
  const reply: Reply<Data> = await response.json()
  if (!reply.success || reply.data === undefined) throw new Error(`${path}: ${reply.message}`)
  return reply.data
}

/** A row's amount; its receipt has the exact one. */
const inRow = (dollars: number): string =>
  dollars < 0.00005 ? '<$0.0001' : `$${dollars.toFixed(dollars < 0.01 ? 4 : 2)}`
