import { expect } from '@playwright/test'
import { MAILBOX, startMailServer } from '../../server/test/support/mail-server.ts'
import { test as base } from './set-up.ts'

/** A gateway that is set up and sends mail, and an unknown visitor. */
const test = base.extend<{ mails: () => Promise<string> }>({
  mails: async ({ operator, gateway }, use) => {
    const server = await startMailServer()
    const options = { SMTPServer: '127.0.0.1', SMTPPort: server.port, SMTPFrom: 'gate@site.example' }
    const account = { SMTPAccount: MAILBOX.user, SMTPToken: MAILBOX.password, ServerAddress: gateway.url }
    for (const [key, value] of Object.entries({ ...options, ...account })) await operator.setOption(key, value)
    await use(async () => {
      await expect.poll(() => server.mails.length).toBeGreaterThan(0)
      return server.mails.pop()?.text ?? ''
    })
    await server.stop()
  },
})
const PASSWORD = 'correct horse'

test('somebody registers with a code from the mailbox, by invitation, and signs in', async ({
  page,
  operator,
  mails,
}) => {
  await operator.setOption('EmailVerificationEnabled', true)
  await operator.setOption('QuotaForInvitee', 500_000)
  const code = await operator.ask<string>('GET', '/api/user/aff')
  await page.goto(`/register?aff=${code}`)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Please enter username and password').first()).toBeVisible()
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm the password').fill('other')
  await expect(page.getByText('The password length must not be less than 8!')).toBeVisible()
  await expect(page.getByText('The two passwords do not match')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm the password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Get a code' }).click()
  await expect(page.getByText('Please enter your e-mail address')).toBeVisible()
  await page.getByLabel('E-mail').fill('new@mail.example')
  await page.getByRole('button', { name: 'Get a code' }).click()
  await expect(page.getByRole('button', { name: /^Resend \(\d+\)$/ })).toBeDisabled()
  const sent = /is ([0-9A-Z]{6})\./.exec(await mails())?.[1] ?? ''

  await page.getByLabel('Verification code').fill('WRONG2')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('The verification code is wrong or expired, ask for another')).toBeVisible()
  await page.getByLabel('Verification code').fill(sent)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Username or e-mail').fill('new@mail.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).last().click()
  await expect(page).toHaveURL(/\/token$/)
  const { items } = await operator.ask<{ items: object[] }>('GET', '/api/user/search?keyword=newcomer')
  expect(items).toMatchObject([{ email: 'new@mail.example', inviter_id: operator.user.id, quota: 500_000 }])
})

test('a forgotten password is reset by the link of a mail, in Russian too', async ({ page, operator, mails }) => {
  await operator.setOption('EmailVerificationEnabled', true)
  const call = (path: string, body?: object) =>
    page.request.fetch(path, { method: body ? 'POST' : 'GET', ...(body && { data: body }) })
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ru'))
  await page.goto('/login')
  await call('/api/verification?email=ann@mail.example')
  const verification_code = /([0-9A-Z]{6})\./.exec(await mails())?.[1]
  await call('/api/user/register', {
    username: 'ann',
    password: PASSWORD,
    email: 'ann@mail.example',
    verification_code,
  })

  await page.getByRole('link', { name: 'Забыли пароль?' }).click()
  await page.getByLabel('Почта').fill('ann@mail.example')
  await page.getByRole('button', { name: 'Отправить ссылку' }).click()
  await expect(page.getByRole('status')).toContainText('письмо уже в пути')
  await expect(page.getByRole('button', { name: /Повторить через/ })).toBeDisabled()
  const link = /http\S+/.exec(await mails())?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: 'Сбросить пароль' }).click()
  await expect(page.locator('pre')).toHaveText(/^\w{16}$/)
  const password = (await page.locator('pre').textContent()) ?? ''
  const answer = await call('/api/user/login', { username: 'ann', password })
  expect(await answer.json()).toMatchObject({ success: true })

  await page.goto(link)
  await page.getByRole('button', { name: 'Сбросить пароль' }).click()
  await expect(page.getByRole('alert')).toContainText('Ссылка недействительна')
})

test('the human check stands on every form and is asked anew after each attempt', async ({ page, operator }) => {
  await page.route('https://challenges.cloudflare.com/**', route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `let count = 0
        window.turnstile = {
          render(place, { callback }) { place.textContent = 'human check'; callback('proof ' + ++count); return 'w' },
          reset() {}, remove() {},
        }`,
    }),
  )
  await operator.setOption('TurnstileSiteKey', 'site')
  await operator.setOption('TurnstileSecretKey', 'secret')
  await operator.setOption('TurnstileVerifyUrl', 'http://127.0.0.1:9/')
  await operator.setOption('TurnstileCheckEnabled', true)
  for (const path of ['/register', '/reset', '/login']) {
    await page.goto(path)
    await expect(page.getByText('human check')).toBeVisible()
  }
  await page.getByLabel('Username or e-mail').fill('nobody')
  await page.getByLabel('Password').fill(PASSWORD)
  for (const proof of ['proof 1', 'proof 2']) {
    const asked = page.waitForRequest(request => request.url().includes('/api/user/login'))
    await page.getByRole('button', { name: 'Sign in' }).last().click()
    expect(new URL((await asked).url()).searchParams.get('turnstile')).toBe(proof)
    await expect(page.getByText('The human check cannot be reached, try again later').last()).toBeVisible()
  }
})

test('visitors find the way to register in the top bar and on phones, where the site takes new users', async ({
  page,
  operator,
}) => {
  const inBar = page.getByRole('banner').getByRole('link', { name: 'Register' })
  await page.goto('/')
  await inBar.click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(inBar).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await expect(inBar).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/register$/)

  for (const [key, value] of [
    ['RegisterEnabled', false],
    ['SelfUseModeEnabled', true],
  ] as const) {
    await operator.setOption(key, value)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(inBar).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Home' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Register' })).toHaveCount(0)
    await operator.setOption(key, !value)
  }
})

test('the way to register has its name in every language', async ({ page, operator: _ }) => {
  for (const [language, name] of [
    ['en', 'Register'],
    ['zh', '注册'],
    ['ru', 'Регистрация'],
  ] as const) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible()
  }
})
