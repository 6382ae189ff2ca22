import { expect, type Page } from '@playwright/test'
import type { OidcServer } from '../../server/test/support/oidc-server.ts'
import { startOidcServer } from '../../server/test/support/oidc-server.ts'
import { telegramAnswer } from '../../server/test/support/telegram-widget.ts'
import { startWechatHelper } from '../../server/test/support/wechat-helper.ts'
import { barriers } from './axe.ts'
import type { Operator } from './operator.ts'
import { openIn, settled } from './page-problems.ts'
import { test as base } from './set-up.ts'

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

/** A gateway that is set up, and an unknown visitor; with an OpenID provider if a test asks for it. */
const test = base.extend<{ oidc: OidcServer; violations: string[] }>({
  oidc: async ({ operator, gateway }, use) => {
    const server = await startOidcServer(`${gateway.url}/oauth/oidc`)
    const options = {
      'oidc.well_known': server.wellKnown,
      'oidc.client_id': server.clientId,
      'oidc.client_secret': server.clientSecret,
      'oidc.authorization_endpoint': `${server.url}/auth`,
      'oidc.token_endpoint': `${server.url}/token`,
      'oidc.user_info_endpoint': `${server.url}/me`,
      'oidc.enabled': true,
    }
    for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
    await use(server)
    await server.stop()
  },
  /** What the page's policy blocked: nothing. */
  violations: [
    async ({ page }, use) => {
      const violations: string[] = []
      page.on(
        'console',
        message => message.text().includes('Content Security Policy') && violations.push(message.text()),
      )
      await use(violations)
      expect(violations).toEqual([])
    },
    { auto: true },
  ],
})

const signOut = async (page: Page) => {
  const { origin } = new URL(page.url())
  await page.evaluate(() => localStorage.removeItem('user'))
  // What the page asks without its session would lead it to the login page, just as the test goes somewhere.
  await page.goto('about:blank')
  const reply = await page.context().request.post(`${origin}/api/user/logout`, { headers: { origin } })
  expect(await reply.json()).toMatchObject({ success: true })
}
const enterAsOperator = async (page: Page, operator: Operator, url: string) => {
  await page.context().addCookies([{ ...operator.session, url }])
  await page.goto('/login')
  await page.evaluate(user => localStorage.setItem('user', user), JSON.stringify(operator.user))
}
const bindingOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('somebody registers by OIDC with an invitation, signs out and signs in again', async ({
  page,
  operator,
  oidc,
}) => {
  const code = await operator.ask<string>('GET', '/api/user/aff')
  oidc.person = { sub: 'p-1', preferred_username: 'patricia', email: 'pat@mail.example', email_verified: true }
  await page.goto(`/register?aff=${code}`)
  await page.getByRole('button', { name: 'Continue with OIDC' }).click()
  await expect(page).toHaveURL(/\/token$/)
  await expect(page.getByText('Login successful!')).toBeVisible()
  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with OIDC' }).click()
  await expect(page).toHaveURL(/\/token$/)
  const { items } = await operator.ask<{ items: object[] }>('GET', '/api/user/search?keyword=patricia')
  expect(items).toMatchObject([{ oidc_id: 'p-1', email: 'pat@mail.example', inviter_id: operator.user.id }])
})

test('a signed-in user binds an OIDC account and sees it bound', async ({ page, operator, oidc, gateway }) => {
  oidc.person = { sub: 'keeper-1' }
  await enterAsOperator(page, operator, gateway.url)
  await page.goto('/personal')
  await page.getByRole('button', { name: 'Bind OIDC' }).click()
  await expect(page.getByText('Binding successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/setting/)
  await page.goto('/personal')
  await expect(bindingOf(page, 'OIDC')).toContainText('keeper-1')
  await expect(bindingOf(page, 'OIDC').getByRole('button', { name: 'Already bound' })).toBeDisabled()
})

test('a callback that fails says why and where it goes, in three languages', async ({ page, oidc }) => {
  const words = {
    en: ['Continue with OIDC', 'OIDC did not confirm who you are', 'Operation failed, redirecting to login page'],
    zh: ['使用 OIDC 继续', 'OIDC 未确认您的身份', '操作失败，重定向至登录界面中'],
    ru: ['Продолжить с OIDC', 'OIDC не подтвердил, кто вы', 'Операция не удалась, переход на страницу входа'],
  }
  await page.goto('/login')
  for (const [language, [button = '', why = '', where = '']] of Object.entries(words)) {
    await openIn(page, language, '/login')
    await page.route(`${oidc.url}/auth**`, route => {
      const asked = new URL(route.request().url()).searchParams
      const back = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '' })
      return route.fulfill({ status: 302, headers: { location: `${asked.get('redirect_uri')}?${back}` } })
    })
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(where)).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: why }).first()).toBeVisible()
    await expect(page.locator('.ant-message-notice').filter({ hasText: why })).toHaveCount(1)
    await expect(page.locator('.ant-message-notice')).toHaveCount(1)
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('WeChat: a dialog with the QR code takes the code, to bind and to sign in', async ({
  page,
  operator,
  gateway,
}) => {
  const helper = await startWechatHelper()
  await operator.setOption('WeChatServerAddress', helper.url)
  await operator.setOption('WeChatServerToken', helper.token)
  await operator.setOption('WeChatAccountQRCodeImageURL', `${gateway.url}/logo.png`)
  await operator.setOption('WeChatAuthEnabled', true)
  await enterAsOperator(page, operator, gateway.url)
  await page.goto('/personal')
  await page.getByRole('button', { name: 'Bind WeChat' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByAltText('QR code of the WeChat account')).toBeVisible()
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Please enter the verification code')).toBeVisible()
  await dialog.getByLabel('Verification code').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('The verification code is wrong or expired')).toBeVisible()
  await dialog.getByLabel('Verification code').fill(helper.codeFor('follower'))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(bindingOf(page, 'WeChat')).toContainText('follower')

  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  await dialog.getByLabel('Verification code').fill(helper.codeFor('follower'))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/token$/)
  await helper.stop()
})

test('Telegram: its widget binds, and signs in afterwards', async ({ page, operator, gateway }) => {
  await operator.setOption('TelegramBotToken', BOT_TOKEN)
  await operator.setOption('TelegramBotName', 'gate_bot')
  await operator.setOption('TelegramOAuthEnabled', true)
  // Its script inserts a frame in its place, and navigates to the given address.
  let at = Math.floor(Date.now() / 1000)
  await page.route('https://telegram.org/js/telegram-widget.js**', route => {
    const answer = telegramAnswer(BOT_TOKEN, { id: 4711, auth_date: at--, first_name: 'Ann', username: 'ann' })
    return route.fulfill({
      contentType: 'text/javascript',
      body: `{
        const { telegramLogin, authUrl, size } = document.currentScript.dataset
        const button = document.createElement('button')
        button.textContent = 'Telegram of ' + telegramLogin + ', ' + size
        button.onclick = () => location.assign(authUrl + '?${new URLSearchParams(answer)}')
        document.currentScript.after(button)
      }`,
    })
  })
  const widget = page.getByRole('button', { name: 'Telegram of gate_bot, large' })
  await enterAsOperator(page, operator, gateway.url)
  await page.goto('/personal')
  await page.getByRole('button', { name: 'Bind Telegram' }).click()
  await widget.click()
  await expect(page.getByText('Binding successful!')).toBeVisible()
  await page.goto('/personal')
  await expect(bindingOf(page, 'Telegram')).toContainText('4711')

  await signOut(page)
  await page.goto('/login')
  await widget.click()
  await expect(page).toHaveURL(/\/token$/)
  await expect(page.getByText('Login successful!')).toBeVisible()
})
