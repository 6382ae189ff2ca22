import { expect as expectWithin, type Page } from '@playwright/test'
import { MAILBOX, startMailServer } from '../../server/test/support/mail-server.ts'
import { OPERATOR } from './operator.ts'
import { DESKTOP, PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { test } from './signed-in.ts'
import { startSite } from './site.ts'

/** Each test has its own gateway and browser, which start while others work. */
const expect = expectWithin.configure({ timeout: 20_000 })

const METADATA = {
  issuer: 'https://id.example',
  authorization_endpoint: 'https://id.example/authorize',
  token_endpoint: 'https://id.example/token',
  userinfo_endpoint: 'https://id.example/me',
  jwks_uri: 'https://id.example/keys',
}

test('the endpoints of an OIDC provider are fetched, shown and saved', async ({ page, operator }) => {
  const provider = await startSite((path, response) =>
    response.end(path === '/.well-known/openid-configuration' ? JSON.stringify(METADATA) : '<html>'),
  )
  await page.goto('/setting?tab=system')
  const oidc = page.getByRole('region', { name: 'OIDC' })
  const fetchThem = oidc.getByRole('button', { name: 'Fetch the endpoints' })
  await expect(fetchThem).toBeDisabled()

  await page.getByLabel('Discovery address').fill('id.example')
  await fetchThem.click()
  await expect(page.getByText('The discovery address must start with http:// or https://')).toBeVisible()

  await page.getByLabel('Discovery address').fill(`${provider.url}/nothing`)
  await fetchThem.click()
  await expect(
    page.getByText('Fetching the OIDC configuration failed, check the network and the well-known URL'),
  ).toBeVisible()

  await page.getByLabel('Discovery address').fill(`${provider.url}/.well-known/openid-configuration`)
  await fetchThem.click()
  await expect(page.getByLabel('Authorization address')).toHaveValue(METADATA.authorization_endpoint)
  await expect(page.getByLabel('Token address')).toHaveValue(METADATA.token_endpoint)
  await expect(page.getByLabel('User info address')).toHaveValue(METADATA.userinfo_endpoint)
  await oidc.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const stored = await operator.ask<{ key: string; value: string }[]>('GET', '/api/option/')
  expect(stored.find(({ key }) => key === 'oidc.user_info_endpoint')?.value).toBe(METADATA.userinfo_endpoint)
  await provider.stop()
})

test('a domain becomes a tag when it is one and is not there yet', async ({ page }) => {
  await page.goto('/setting?tab=system')
  const domains = page.getByRole('region', { name: 'E-mail domains' })
  const typed = page.getByLabel('Accepted domains')
  const add = async (text: string) => {
    await typed.fill(text)
    await domains.getByRole('button', { name: 'Add' }).click()
  }
  await add('no domain.')
  await expect(domains.getByRole('alert')).toHaveText('“no”: invalid email domain format')
  await add('gmail.com')
  await expect(domains.getByRole('alert')).toHaveText('“gmail.com” is already in the whitelist')
  await expect(domains.getByText('gmail.com', { exact: true })).toBeVisible()
  await add('One.example, two.example')
  await expect(domains.getByRole('alert')).toBeHidden()
  await domains.getByRole('button', { name: 'Remove qq.com' }).click()
  await domains.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(domains.getByText('one.example', { exact: true })).toBeVisible()
  await expect(domains.getByText('two.example', { exact: true })).toBeVisible()
  await expect(domains.getByText('qq.com', { exact: true })).toBeHidden()
})

test('a test mail is sent, and what the mail server says against it is shown', async ({ page, operator }) => {
  const server = await startMailServer()
  const send = page.getByRole('region', { name: 'Mail server' }).getByRole('button', { name: 'Send', exact: true })
  const options = { SMTPServer: '127.0.0.1', SMTPPort: server.port, SMTPAccount: MAILBOX.user, SMTPToken: 'wrong' }
  for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
  await page.goto('/setting?tab=system')
  await page.getByLabel('Send me a test mail').fill('keeper@site.example')
  await send.click()
  await expect(page.getByText(/^The mail was not sent: /)).toBeVisible()
  await operator.setOption('SMTPToken', MAILBOX.password)
  await send.click()
  await expect(page.getByText('A test mail was sent to keeper@site.example')).toBeVisible()
  expect(server.mails.map(({ to }) => to)).toEqual([['keeper@site.example']])
  await server.stop()
})

test('the worker’s key goes with its address, and stays where nothing is typed', async ({ page, operator }) => {
  await operator.setOption('WorkerUrl', 'https://worker.example')
  await operator.setOption('WorkerValidKey', 'hush')
  await page.goto('/setting?tab=system')
  const worker = page.getByRole('region', { name: 'Worker' })
  const save = async (address: string) => {
    await page.getByLabel('Worker address').fill(address)
    await worker.getByRole('button', { name: 'Save' }).click()
    await expect(worker.getByText('not saved yet')).toBeHidden()
    return operator.ask<Record<string, boolean>>('GET', '/api/option/secrets')
  }
  expect((await save('http://10.0.0.7:8080')).WorkerValidKey).toBe(true)
  expect((await save('')).WorkerValidKey).toBe(false)
})

test('payment waits for the server’s address', async ({ page, operator }) => {
  await page.goto('/setting?tab=system')
  const payment = page.getByRole('region', { name: 'Payment' })
  await page.getByLabel('Merchant id').fill('1001')
  await payment.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please fill in “Server address” first')).toBeVisible()
  await operator.setOption('ServerAddress', 'https://gateway.example')
  await page.reload()
  await page.getByLabel('Merchant id').fill('1001')
  await payment.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('system information says which version runs, and whether there is a newer one once it knows whom to ask', async ({
  page,
}) => {
  let answer = '{}'
  const releases = await startSite((_, response) => response.end(answer))
  await page.goto('/setting?tab=other')
  const info = page.getByRole('region', { name: 'System information' })
  const check = info.getByRole('button', { name: 'Check for updates' })
  await expect(info.getByText(/^\d+\.\d+\.\d+$/)).toBeVisible()
  await expect(info.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)).toBeVisible()

  await expect(check).toHaveCount(0)
  await info.getByLabel('Release information').fill(`${releases.url}/latest`)
  await info.getByRole('button', { name: 'Save' }).click()
  await check.click()
  await expect(page.getByText('Update check failed, please try again later')).toBeVisible()
  answer = JSON.stringify({ tag_name: 'v99.0.0', body: '**News**', html_url: 'https://code.example/releases/99' })
  await check.click()
  await expect(info.getByText(/^Version v99\.0\.0 is available/)).toBeVisible()
  await expect(info.getByText('News', { exact: true })).toBeVisible()
  await expect(info.getByRole('link', { name: 'Open its page' })).toHaveAttribute(
    'href',
    'https://code.example/releases/99',
  )
  answer = JSON.stringify({ tag_name: 'v0.0.1' })
  await check.click()
  await expect(info.getByText(/is up to date$/)).toBeVisible()
  await releases.stop()
})

test('each text of the site says by itself that it was not saved', async ({ page }) => {
  await page.route('**/api/option/', async route =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto('/setting?tab=other')
  for (const name of ['Notice', 'Site name', 'Logo', 'Home page', 'About page', 'Footer']) {
    const section = page.locator('section').filter({ has: page.getByLabel(name, { exact: true }) })
    await section.getByRole('textbox').fill('changed')
    // The field is still growing with its text, and moves the button.
    await section.getByRole('textbox').press('Control+Enter')
    await expect(page.getByText(/was not saved$/).last()).toContainText(name, { ignoreCase: true })
  }
})

test('a changed notice opens once for a signed-in user, and not for a visitor', async ({ page, operator }) => {
  await operator.setOption('Notice', '# Maintenance')
  const notice = page.getByRole('dialog', { name: 'Notice' })
  await page.goto('/token')
  await expect(notice.getByRole('heading', { name: 'Maintenance' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(notice).toBeHidden()
  await page.goto('/log')
  await settled(page)
  await expect(notice).toBeHidden()

  await operator.setOption('Notice', '# It is over')
  await page.goto('/token')
  await expect(notice.getByRole('heading', { name: 'It is over' })).toBeVisible()

  await page.context().clearCookies()
  await page.addInitScript(() => localStorage.clear())
  await page.goto('/about')
  await settled(page)
  await expect(page.getByRole('button', { name: 'Notice, not read yet' })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a newcomer reads the site’s rules and agrees before registering', async ({ page, operator }) => {
  await page.context().clearCookies()
  await page.addInitScript(() => localStorage.clear())
  await page.goto('/register')
  await settled(page)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await operator.setOption('UserAgreement', '# Be kind')
  await page.goto('/user-agreement')
  await expect(page.getByRole('heading', { name: 'Be kind' })).toBeVisible()
  await page.goto('/register')
  const agree = page.getByRole('checkbox', { name: 'I agree to the User agreement' })
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm the password').fill('correct horse')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Please agree to the rules of this site')).toBeVisible()
  await agree.check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'User agreement' })).toBeVisible()
  await operator.setOption('UserAgreement', '')
})

test('a changed text is agreed to at the next sign-in', async ({ page, operator }) => {
  await page.context().clearCookies()
  await page.addInitScript(() => localStorage.clear())
  await operator.setOption('UserAgreement', '# Be kind')
  await page.goto('/login')
  const signIn = async () => {
    await page.getByLabel('Username').fill(OPERATOR.username)
    await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signIn()
  await expect(page.getByText('You sign in once you agree to the present rules of this site.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Please agree to the rules of this site')).toBeVisible()
  await page.getByRole('checkbox', { name: 'I agree to the User agreement' }).check()
  await settled(page)
  expect(await problemsOnScreen(page, 'en')).toEqual([])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/login/)
  await operator.setOption('UserAgreement', '')
})

const HOSTILE = `<h2>Home</h2><img src=x onerror="window.hit = true"><script>window.hit = true</script>
<a href="javascript:window.hit = true">here</a><iframe src="https://frame.example"></iframe>`

for (const { path, option } of [
  { path: '/', option: 'HomePageContent' },
  { path: '/about', option: 'About' },
]) {
  test(`${path} shows Markdown, harmless HTML, or an embedded page that is told language and theme`, async ({
    page,
    operator,
  }) => {
    await operator.setOption(option, '# Welcome\n\n- **one**')
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'one' })).toBeVisible()

    await operator.setOption(option, HOSTILE)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    const main = page.getByRole('main')
    await main.getByText('here').click()
    await expect(main.locator('iframe, script, [onerror], [href^="javascript"]')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => 'hit' in window)).toBe(false)

    const embedded = await startSite((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<ul></ul><script>onmessage = ({data}) => document.body.append(JSON.stringify(data))</script>')
    })
    await operator.setOption(option, embedded.url)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.reload()
    const told = page.frameLocator('main iframe').locator('body')
    await expect(told).toContainText('{"lang":"en"}')
    await expect(told).toContainText('{"themeMode":"light"}')
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
    await expect(told).toContainText('{"themeMode":"dark"}')
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByText('Русский').click()
    await expect(told).toContainText('{"lang":"ru"}')
    await fits(page)
    await embedded.stop()
  })
}

/** Whether nothing overflows sideways, on a desktop and on a phone. */
async function fits(page: Page): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  }
}
