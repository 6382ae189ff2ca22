import { expect, type Page } from '@playwright/test'
import { OPERATOR } from './operator.ts'
import { withoutLive } from './page-problems.ts'
import { test } from './signed-in.ts'

/** Ends the session when a channel is saved. Had it ended before, any other request of the page would open the sign-in over the form. */
async function endSessionAtSave(page: Page): Promise<void> {
  let hasEnded = false
  await page.route('**/api/channel/', async route => {
    if (hasEnded || route.request().method() !== 'PUT') return route.fallback()
    hasEnded = true
    await page.context().clearCookies()
    await route.fulfill({ status: 401, json: { success: false, message: '', code: 'session_missing' } })
  })
}

test('what is being saved is not submitted again', async ({ page, operator: _ }) => {
  const held: (() => Promise<void>)[] = []
  await page.route('/api/redemption/', async route => {
    if (route.request().method() === 'POST') held.push(() => route.continue())
    else await route.continue()
  })
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'))
  await page.goto('/redemption')
  await page.getByRole('main').getByRole('button', { name: '添加兑换码' }).first().click()
  const form = page.getByRole('dialog', { name: '添加兑换码' })
  await form.getByLabel('名称').focus()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => held.length).toBe(1)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('提交失败，请勿重复提交！')).toBeVisible()
  expect(held).toHaveLength(1)
  await held[0]?.()
  await expect(form).toBeHidden()
})

test('what was typed is there again after Back and a reload, without secrets, until it is saved or given up', async ({
  page,
  operator: _,
}) => {
  await page.goto('/channel')
  await page.getByRole('main').getByRole('button', { name: 'Add channel' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Half a channel')
  await form.getByLabel('Key', { exact: true }).fill('sk-secret')
  // The draft has everything except the secret, so Back and a reload ask.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/channel\/add$/)
  await expect(form.getByLabel('Key', { exact: true })).toHaveValue('sk-secret')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/channel$/)
  await expect(form).toBeHidden()
  await page.goto('/channel/add')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half a channel')
  await expect(form.getByLabel('Key', { exact: true })).toHaveValue('')
  await page.reload()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half a channel')
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  await expect.poll(kept).not.toContain('sk-secret')
  await form.getByRole('button', { name: 'Start over' }).click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('')
  await page.reload()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(form.getByRole('button', { name: 'Start over' })).toBeHidden()
})

test('a session that ends in the middle of a form loses neither the form nor the page', async ({ page, operator }) => {
  const channel = await operator.addChannel({ type: 1, name: 'Whole', key: 'k', models: 'm' })
  await withoutLive(page)
  await page.goto(`/channel/edit/${channel.id}`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Half a channel')
  await endSessionAtSave(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await expect(page).toHaveURL(/\/login\?expired=true/)
  await page.getByLabel('Username or e-mail').fill(OPERATOR.username)
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/channel/edit/${channel.id}$`))
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half a channel')
})

test('who signs in over the page goes on with the form as it is, its secrets too', async ({ page, operator }) => {
  const channel = await operator.addChannel({ type: 1, name: 'Whole', key: 'k', models: 'm' })
  await withoutLive(page)
  await page.goto(`/channel/edit/${channel.id}`)
  const form = page.getByRole('dialog', { name: /Whole/ })
  await form.getByLabel('Name', { exact: true }).fill('Over the page')
  await endSessionAtSave(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel('Password', { exact: true }).fill('not it')
  await again.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(again.getByRole('alert')).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await again.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(again).toBeHidden()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/channel$/)
  await expect(page.getByRole('row', { name: 'Over the page' })).toBeVisible()
})

test('who only looks signs in over the page too, which then shows what it missed; a page that shows nothing yet leads to the login', async ({
  page,
  operator,
}) => {
  await operator.addChannel({ type: 1, name: 'Looked at', key: 'k', models: 'm' })
  await page.goto('/channel')
  await expect(page.getByRole('row', { name: 'Looked at' })).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'API tokens' }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await again.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(again).toBeHidden()
  await expect(page).toHaveURL(/\/token$/)
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: /token/i }).first()).toBeVisible()
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL(/\/login\?expired=true/)
})

test('Enter in a field of one line saves a drawer, a dialog and a section of settings; a longer field gets a line', async ({
  page,
  operator,
}) => {
  const { ask } = operator
  await operator.addChannel({ type: 1, name: 'Whole', key: 'k', models: 'm' })
  await ask('POST', '/api/user/', { username: 'katya', password: 'correct horse' })
  const dialog = page.getByRole('dialog')
  // a drawer with several fields
  await page.goto('/redemption')
  await page.getByRole('main').getByRole('button', { name: 'Add codes' }).first().click()
  await dialog.getByLabel('Name', { exact: true }).fill('Gift')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await ask<{ total: number }>('GET', '/api/redemption/')).total).toBe(1)

  // a field that adds what is typed in it, and one of several lines
  const { total } = await ask<{ total: number }>('GET', '/api/channel/')
  await page.goto('/channel/add')
  await dialog.getByLabel('Name', { exact: true }).fill('Second')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Key', { exact: true })).toBeFocused()
  await dialog.getByLabel('Key', { exact: true }).fill('sk-second')
  const custom = dialog.getByLabel('Other model names')
  await custom.fill('own-model')
  await custom.press('Enter')
  await expect(custom).toHaveValue('')
  await dialog.locator('summary').last().click()
  const longer = dialog.locator('textarea').last()
  await longer.fill('one')
  await longer.press('End')
  await longer.press('Enter')
  await expect(longer).toHaveValue('one\n')
  await longer.fill('')
  expect((await ask<{ total: number }>('GET', '/api/channel/')).total).toBe(total)
  await dialog.getByLabel('Name', { exact: true }).press('Enter')
  await expect.poll(async () => (await ask<{ total: number }>('GET', '/api/channel/')).total).toBe(total + 1)

  // Enter answers a calendar, and does not save before that has loaded either
  let loadCalendar: () => void = () => undefined
  const mayLoad = new Promise<void>(resolve => {
    loadCalendar = resolve
  })
  await page.route(/expiry-calendar/, async route => {
    await mayLoad
    await route.continue()
  })
  await page.goto('/token')
  await page.getByRole('main').getByRole('button', { name: 'Add token' }).first().click()
  await dialog.getByLabel('Name', { exact: true }).fill('Short')
  const expiry = dialog.getByLabel('Expires', { exact: true })
  await expiry.fill('2031-05-06 07:08:09')
  await expiry.press('Enter')
  loadCalendar()
  await expect(dialog.locator('.ant-picker')).toBeVisible()
  await expiry.press('Enter')
  await expect(expiry).toHaveValue('2031-05-06 07:08:09')
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeEnabled()
  expect((await ask<{ total: number }>('GET', '/api/token/')).total).toBe(0)
  await dialog.getByLabel('Name', { exact: true }).press('Enter')
  await expect.poll(async () => (await ask<{ total: number }>('GET', '/api/token/')).total).toBe(1)

  // a dialog over a drawer, which stays open
  const balance = async () =>
    (await ask<{ items: { quota: number }[] }>('GET', '/api/user/search?keyword=katya')).items[0]?.quota
  const before = (await balance()) ?? 0
  await page.goto('/user')
  await page.getByRole('button', { name: 'Edit: katya' }).click()
  const drawer = page.getByRole('dialog', { name: /katya/ }).first()
  await drawer.getByRole('button', { name: 'Add quota' }).click()
  await page.getByLabel('Quota', { exact: true }).press('Enter')
  await expect.poll(balance).toBe(before + 500_000)
  await expect(drawer).toBeVisible()

  await page.goto('/setting?tab=other')
  const name = page.getByLabel('Site name')
  await name.fill('Ours')
  await name.press('Enter')
  await expect.poll(async () => (await ask<{ system_name: string }>('GET', '/api/status')).system_name).toBe('Ours')
})

test('a calendar opens that loads while the mouse button is down', async ({ page, operator: _ }) => {
  const held: (() => Promise<void>)[] = []
  await page.route(/(expiry-calendar|calendar-range)/, route => void held.push(() => route.continue()))
  const pickers = page.locator('.ant-picker')
  for (const [path, placeholder] of [
    ['/token?new=true', 'Never'],
    ['/log', 'Start date'],
  ] as const) {
    await page.goto(path)
    await page.getByPlaceholder(placeholder).hover()
    await expect.poll(() => held.length).toBe(1)
    await page.mouse.down()
    await held.pop()?.()
    await expect(pickers).toBeVisible()
    await page.mouse.up()
    await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
  }
})
