import { expect, type Page } from '@playwright/test'
import { LANGUAGES, type OwnSession, USER_ID_HEADER, type User } from '@tollgate/contract'
import { barriers } from './axe.ts'
import type { Gateway } from './gateway.ts'
import { settled } from './page-problems.ts'
import { problemsInStates } from './page-states.ts'
import { test as base } from './set-up.ts'
import { test as asOperator } from './signed-in.ts'

const PASSWORD = 'correct horse'
const MODELS = Array.from({ length: 13 }, (_, at) => `model-${String(at).padStart(2, '0')}`)
const PHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** A normal user, whose browser is signed in, and who is also signed in on a phone. */
const test = base.extend<{ ann: Ann }>({
  ann: async ({ page, gateway, operator }, use) => {
    await operator.addChannel({ type: 1, name: 'models', key: 'k', models: MODELS.join(',') })
    await operator.ask('POST', '/api/user/', { username: 'ann', password: PASSWORD })
    const onPhone = await signIn(gateway, PHONE_AGENT)
    const here = await signIn(gateway, await page.evaluate(() => navigator.userAgent))
    await page.context().addCookies([{ ...here.cookie, url: gateway.url }])
    await page.addInitScript(user => {
      if (!localStorage.getItem('user-was-set')) localStorage.setItem('user', user)
      localStorage.setItem('user-was-set', 'yes')
    }, JSON.stringify(here.user))
    await use({ onPhone: onPhone.ask })
  },
})

interface Ann {
  /** Makes a console call with the phone's session; resolves to its status. */
  onPhone(path: string): Promise<number>
}

async function signIn({ url }: Gateway, userAgent: string, password = PASSWORD) {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ username: 'ann', password }),
  })
  const { data: user } = (await response.json()) as { data: User }
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  const headers = { cookie: `${name}=${value}`, [USER_ID_HEADER]: String(user?.id) }
  return {
    user,
    cookie: { name, value },
    ask: async (path: string) => (await fetch(url + path, { headers })).status,
  }
}

const part = (page: Page, name: string) => page.getByRole('region', { name })

async function open(page: Page): Promise<void> {
  await page.goto('/personal')
  await settled(page)
}

test('the profile is shown and changed, models are copied and unfolded for good, invitations are there', async ({
  page,
  ann,
}) => {
  expect(await ann.onPhone('/api/user/self')).toBe(200)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  const profile = part(page, 'Profile')
  await expect(profile).toContainText('Normal user')
  await profile.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the profile' })
  await form.getByLabel('Username').fill('keeper')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('This username is already taken')).toBeVisible()
  await form.getByLabel('Username').fill('anna')
  await form.getByLabel('Display name').fill('Anna the First')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(profile).toContainText('Anna the First')
  await expect(profile).toContainText('anna')
  await expect(page.getByRole('button', { name: 'Account of Anna the First' })).toBeVisible()

  const models = part(page, 'Available models')
  await expect(models.getByRole('listitem')).toHaveCount(10)
  await models.getByRole('button', { name: 'Copy model-03' }).click()
  await expect(page.getByText('Copied: model-03')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('model-03')
  await models.getByRole('button', { name: 'Show 3 more' }).click()
  await expect(models.getByRole('listitem')).toHaveCount(13)
  await page.reload()
  await settled(page)
  await expect(models.getByRole('listitem')).toHaveCount(13)
  await models.getByRole('button', { name: 'Show fewer' }).click()
  await expect(models.getByRole('listitem')).toHaveCount(10)

  const invitations = part(page, 'Invitations')
  await expect(invitations.locator('pre')).toHaveText(/\/register\?aff=\w+$/)
  await expect(invitations.getByRole('button', { name: 'Transfer' })).toBeDisabled()
})

test('a new password signs out the phone and keeps this browser', async ({ page, ann, gateway }) => {
  await open(page)
  const sessions = part(page, 'Where you are signed in')
  await expect(sessions).toContainText('Safari on iOS')
  const password = part(page, 'Password')
  const change = password.getByRole('button', { name: 'Change the password' })
  await password.getByLabel('Current password').fill(PASSWORD)
  await password.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await password.getByLabel('Confirm the new password').fill('other')
  await expect(password.getByText('The new password must differ from the current one')).toBeVisible()
  await expect(password.getByText('The two passwords do not match')).toBeVisible()
  await password.getByLabel('New password', { exact: true }).fill('short')
  await expect(password.getByText('The password length must not be less than 8!')).toBeVisible()
  await password.getByLabel('New password', { exact: true }).fill('battery staple')
  await password.getByLabel('Confirm the new password').fill('battery staple')
  await password.getByLabel('Current password').fill('wrong')
  await change.click()
  await expect(password.getByText('The current password is wrong')).toBeVisible()
  expect(await ann.onPhone('/api/user/self')).toBe(200)
  await password.getByLabel('Current password').fill(PASSWORD)
  await change.click()
  await expect(page.getByText('The password is changed; you are signed out everywhere else')).toBeVisible()
  await expect(password.getByLabel('Current password')).toHaveValue('')
  await expect(sessions).not.toContainText('Safari on iOS')
  await expect(sessions).toContainText('This session')
  expect(await ann.onPhone('/api/user/self')).toBe(401)
  expect((await signIn(gateway, 'test', 'battery staple')).user.username).toBe('ann')
})

test('sessions are signed out one by one and all at once; a system access token is shown once', async ({
  page,
  ann,
  gateway,
  operator,
}) => {
  await open(page)
  const sessions = part(page, 'Where you are signed in')
  const others = sessions.getByRole('button', { name: 'Sign out everywhere else' })
  await expect(sessions.getByRole('listitem').first()).toContainText('This session')
  await sessions.getByRole('button', { name: 'Sign out: Safari on iOS' }).click()
  await expect(page.getByText('Signed out in 1 place')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect(await ann.onPhone('/api/user/self')).toBe(401)
  await expect(others).toBeDisabled()
  for (let count = 0; count < 6; count++) await signIn(gateway, `tool-${count}/1.0`)
  await page.reload()
  await settled(page)
  await expect(sessions.getByRole('listitem')).toHaveCount(5)
  await sessions.getByRole('button', { name: 'Show all 7' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(7)
  await others.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out in 6 places')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  const token = part(page, 'System access token')
  await token.getByRole('button', { name: 'Generate a token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generate a token' }).click()
  await expect(token.getByText('Copy it now')).toBeVisible()
  await expect(token.locator('pre').first()).toHaveText(/^\w{40}$/)
  const made = (await token.locator('pre').first().textContent()) ?? ''
  const { id } = await operator
    .ask<{ items: User[] }>('GET', '/api/user/search?keyword=ann')
    .then(({ items: [ann] }) => ann as User)
  const headers = { authorization: made, [USER_ID_HEADER]: String(id) }
  const answer = await fetch(`${gateway.url}/api/user/self/sessions`, { headers })
  const { data } = (await answer.json()) as { data: OwnSession[] }
  expect(data.map(({ is_current }) => is_current)).toEqual([false])
  await page.reload()
  await settled(page)
  await expect(token.locator('pre').first()).not.toHaveText(made)
})

test('who has chosen no threshold sees the site’s, which is the one that counts', async ({
  page,
  ann: _,
  operator,
}) => {
  await operator.setOption('QuotaRemindThreshold', 1_250_000)
  await open(page)
  const threshold = part(page, 'Preferences').getByLabel('Warn me when the balance falls below')
  await expect(threshold).toHaveValue('2.50')
})

test('notifications and prices are chosen; a webhook’s secret is not shown again', async ({ page, ann, operator }) => {
  await open(page)
  expect(await ann.onPhone('/api/user/self')).toBe(200)
  const preferences = part(page, 'Preferences')
  const save = preferences.getByRole('button', { name: 'Save' })
  const threshold = preferences.getByLabel('Warn me when the balance falls below')
  await expect(threshold).toHaveValue('1.00')
  for (const [preset, dollars] of [
    ['$0.20', '0.20'],
    ['$1', '1.00'],
    ['$10', '10.00'],
    ['$5', '5.00'],
  ] as const) {
    await preferences.getByRole('button', { name: preset, exact: true }).click()
    await expect(threshold).toHaveValue(dollars)
  }
  await preferences.getByLabel('Address for warnings').fill('nobody')
  await save.click()
  await expect(preferences.getByText('The notification e-mail address is invalid')).toBeVisible()
  await preferences.getByLabel('Address for warnings').fill('ann@mail.example')
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await preferences.getByText('Webhook', { exact: true }).click()
  await expect(preferences.getByLabel('Address for warnings')).toBeHidden()
  await preferences.getByLabel('Webhook address').fill('http://hooks.example/')
  await save.click()
  await expect(preferences.getByText('The webhook address must start with https://')).toBeVisible()
  await preferences.getByLabel('Webhook address').fill('https://hooks.example/low')
  await preferences.getByLabel('Webhook secret').fill('hush')
  await save.click()
  await expect(preferences.getByText('Set', { exact: true })).toBeVisible()
  await preferences.getByRole('tab', { name: 'Prices' }).click()
  await preferences.getByRole('switch', { name: 'Call models that have no price' }).click()
  await expect(preferences.getByRole('switch')).toBeChecked()
  const setting = async () => {
    const { items } = await operator.ask<{ items: User[] }>('GET', '/api/user/search?keyword=ann')
    return JSON.parse(items[0]?.setting ?? '')
  }
  // The switch shows it before the server has it.
  await expect.poll(setting).toMatchObject({ accept_unset_model_ratio_model: true })

  await page.reload()
  await settled(page)
  await expect(threshold).toHaveValue('5.00')
  await expect(preferences.getByLabel('Webhook address')).toHaveValue('https://hooks.example/low')
  await expect(page.getByText('hush')).toHaveCount(0)
  expect(await setting()).toEqual({
    notify_type: 'webhook',
    quota_warning_threshold: 2_500_000,
    webhook_url: 'https://hooks.example/low',
    notification_email: 'ann@mail.example',
    has_webhook_secret: true,
    accept_unset_model_ratio_model: true,
    store_responses: true,
    language: 'en',
  })
})

test('an account is deleted by typing its name, with the keyboard alone', async ({ page, ann, operator }) => {
  await open(page)
  await page.getByRole('button', { name: 'Delete my account' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const typed = dialog.getByLabel('Type your username “ann” to confirm')
  await expect(typed).toBeFocused()
  await page.keyboard.type('Ann')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not your username')).toBeVisible()
  expect(await ann.onPhone('/api/user/self')).toBe(200)
  await typed.fill('ann')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  expect(await ann.onPhone('/api/user/self')).toBe(401)
  const { items } = await operator.ask<{ items: User[] }>('GET', '/api/user/search?keyword=ann')
  expect(items).toMatchObject([{ username: 'ann', DeletedAt: expect.any(Number) }])
})

asOperator('the super admin is called admin and cannot leave; the page is one press away', async ({ page }) => {
  await page.goto('/token')
  await page.getByRole('navigation', { name: 'Console menu' }).getByRole('link', { name: 'Personal settings' }).click()
  await expect(page).toHaveURL(/\/personal$/)
  await expect(part(page, 'Profile')).toContainText('Admin')
  await expect(part(page, 'Delete the account')).toContainText('The super admin’s account cannot be deleted')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)
})

for (const language of LANGUAGES) {
  test(`the page is whole in ${language}, in both themes, on a desktop and on a phone`, async ({ page, ann }) => {
    test.slow()
    expect(await ann.onPhone('/api/user/self')).toBe(200)
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    expect(await problemsInStates(page, language, () => page.goto('/personal'))).toEqual([])
  })
}

asOperator(
  'no serious barrier stands on the pages to sign in and to register, or on that of the users',
  async ({ page, operator }) => {
    await operator.setOption('EmailVerificationEnabled', true)
    for (const path of ['/login', '/register', '/user', '/user/edit']) {
      await page.goto(path)
      await settled(page)
      expect([path, await barriers(page)]).toEqual([path, []])
    }
  },
)
