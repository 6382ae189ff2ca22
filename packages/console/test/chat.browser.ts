import { expect as expectNow, type Page } from '@playwright/test'
import { LANGUAGES, TOKEN_STATUS, type Token } from '@tollgate/contract'
import type { Operator } from './operator.ts'
import { problemsInStates } from './page-states.ts'
import { test } from './signed-in.ts'
import { type Site, startSite } from './site.ts'

/** A slow machine takes a while to open another site's page. */
const expect = expectNow.configure({ timeout: 20_000 })
const DAY = 86_400

/** A chat's page: shows where it was opened, from where, and that it is told a language; tries to navigate the whole tab away. */
const CHAT = `<!doctype html><title>Chat</title><h1>A chat</h1><p id="hash"></p><p id="from"></p><p id="told"></p>
<script>
  document.getElementById('hash').textContent = decodeURIComponent(location.hash + location.search)
  document.getElementById('from').textContent = 'from:' + document.referrer
  addEventListener('message', ({ data }) => { document.getElementById('told').textContent = 'lang:' + data.lang })
  if (top !== window) { try { top.location = 'about:blank' } catch {} }
</script>`

interface ChatSite extends Site {
  visits: string[]
}
async function startChat(): Promise<ChatSite> {
  const visits: string[] = []
  const site = await startSite((path, response) => {
    visits.push(path)
    response.setHeader('content-type', 'text/html')
    response.end(CHAT)
  })
  return { ...site, visits }
}

const hostOf = (site: Site) => new URL(site.url).host
const offer = (operator: Operator, ...chats: Record<string, string>[]) =>
  operator.setOption('Chats', JSON.stringify(chats))
const tokensOf = async ({ ask }: Operator) => (await ask<{ items: Token[] }>('GET', '/api/token/')).items
const frame = (page: Page) => page.frameLocator('iframe')
const handOver = (page: Page) => page.getByRole('button', { name: /^Hand over and open/ })

test('a chat gets a key of its own once the user has seen whose host it goes to; it is remembered until that changes', async ({
  page,
  gateway,
  operator,
}) => {
  const [site, other] = [await startChat(), await startChat()]
  const settings = '/#/?settings={"key":"{key}","url":"{address}"}'
  await offer(operator, { 'Local chat': site.url + settings })
  await operator.addToken({ name: 'Of mine' })
  await page.goto('/')
  await page.goto('/token')
  await page.getByRole('navigation', { name: 'Console menu' }).getByRole('link', { name: 'Local chat' }).click()
  await expect(page.getByText(hostOf(site), { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: /A new key for this chat only/ })).toBeChecked()
  await expect(page.getByText('can spend $1.00')).toBeVisible()
  expect([site.visits, (await tokensOf(operator)).length]).toEqual([[], 1])

  await handOver(page).click()
  await expect(frame(page).locator('#hash')).toContainText('sk-')
  const [made] = await tokensOf(operator)
  expect(made).toMatchObject({ name: 'chat: Local chat', unlimited_quota: false, remain_quota: 500_000 })
  expect((made?.expired_time ?? 0) - (made?.created_time ?? 0)).toBeLessThan(31 * DAY)
  const text = `{"key":"sk-${made?.key}","url":"${gateway.url}"}`
  await expect(frame(page).locator('#hash')).toContainText(text)
  await expect(frame(page).locator('#from')).toHaveText('from:')
  await expect(frame(page).locator('#told')).toHaveText('lang:en')
  const given = page.locator('iframe')
  await expect(given).toHaveAttribute('referrerpolicy', 'no-referrer')
  await expect(given).not.toHaveAttribute('sandbox', /top-navigation|escape/)
  await expect(page).toHaveURL(/\/chat\/0$/)

  await page.reload()
  await expect(frame(page).locator('#hash')).toContainText(text)
  expect(await tokensOf(operator)).toHaveLength(2)

  await offer(operator, { 'Local chat': other.url + settings })
  await page.reload()
  await expect(page.getByText(hostOf(other), { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: /The key that was made for this chat/ })).toBeChecked()
  expect(other.visits).toEqual([])
  await handOver(page).click()
  await expect(frame(page).locator('#hash')).toContainText(text)
  expect(await tokensOf(operator)).toHaveLength(2)

  await operator.ask('DELETE', `/api/token/${made?.id}`)
  await page.reload()
  await expect(page.getByText(/The key this chat had is deleted/)).toBeVisible()
  await Promise.all([site.stop(), other.stop()])
})

test('a token’s row opens a chat with that token, and says that it may spend everything', async ({
  page,
  operator,
}) => {
  const site = await startChat()
  await offer(operator, { 'Local chat': `${site.url}/?k={key}` })
  const token = await operator.addToken({ name: 'Of mine' })
  await operator.addToken({ name: 'Newer' })
  await page.goto('/token')
  await page.getByRole('button', { name: 'More actions for Of mine' }).click()
  await page.getByRole('menuitem', { name: 'Chat with Local chat' }).click()
  await expect(
    page.getByRole('radio', { name: /Another of my keys.*Of mine.*can spend your whole balance/ }),
  ).toBeChecked()
  await expect(page.getByText(`sent to ${hostOf(site)}, where it may be logged`)).toBeVisible()
  await handOver(page).click()
  await expect(frame(page).locator('#hash')).toHaveText(`?k=${token.bearer}`)
  await expect(page).toHaveURL(/\/chat\/0$/)
  expect(await tokensOf(operator)).toHaveLength(2)
  await page.getByRole('button', { name: 'Another key' }).click()
  await expect(handOver(page)).toBeVisible()
  await site.stop()
})

test('without an enabled token the page says so, and leads to the tokens', async ({ page, operator }) => {
  const site = await startChat()
  await offer(operator, { 'Local chat': `${site.url}/?k={key}` })
  const { id } = await operator.addToken({ name: 'Of mine' })
  await operator.ask('PUT', '/api/token/?status_only=true', { id, status: TOKEN_STATUS.disabled })
  await page.goto('/chat/0')
  await expect(page.getByText('There are no enabled tokens, please check whether a token is enabled!')).toBeVisible()
  await expect(page).toHaveURL(/\/token$/)
  expect([site.visits, (await tokensOf(operator)).length]).toEqual([[], 1])
  await site.stop()
})

test('a program’s link is a link, filled in and never framed', async ({ page, gateway, operator }) => {
  await operator.addToken({ name: 'Of mine' })
  await offer(
    operator,
    { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
    { 'Cherry Studio': 'cherrystudio://providers/api-keys?v=1&data={cherryConfig}' },
  )
  const open = async (to: string, name: string) => {
    await page.goto(to)
    await handOver(page).click()
    const link = page.getByRole('link', { name: `Open ${name}` })
    await expect(page.locator('iframe')).toHaveCount(0)
    return (await link.getAttribute('href')) ?? ''
  }
  const cat = await open('/chat/0', 'OpenCat')
  const [first] = await tokensOf(operator)
  expect(cat).toBe(`opencat://team/join?domain=${encodeURIComponent(gateway.url)}&token=sk-${first?.key}`)
  const cherry = await open('/chat/1', 'Cherry Studio')
  const [second] = await tokensOf(operator)
  const data = new URL(cherry).searchParams.get('data') ?? ''
  expect(JSON.parse(Buffer.from(data, 'base64').toString())).toEqual({
    id: 'new-api',
    baseUrl: gateway.url,
    apiKey: `sk-${second?.key}`,
  })
})

test('the single chat link leaves for its site with key and address, once they were handed over', async ({
  page,
  gateway,
  operator,
}) => {
  const site = await startChat()
  await operator.setOption('ChatLink', `${site.url}/`)
  await operator.addToken({ name: 'Of mine' })
  await page.goto('/chat2link')
  await expect(page.getByText(hostOf(site), { exact: true })).toBeVisible()
  expect(site.visits).toEqual([])
  await handOver(page).click()
  await expect(page.getByRole('heading', { name: 'A chat' })).toBeVisible()
  const [made] = await tokensOf(operator)
  await expect(page.locator('#hash')).toContainText(`{"key":"sk-${made?.key}","url":"${gateway.url}"}`)
  await expect(page.locator('#from')).toHaveText('from:')
  await site.stop()
})

test('a link that would run, or leads nowhere, is not opened; without chats the page says whom to ask', async ({
  page,
  operator,
}) => {
  await offer(operator, { Evil: 'javascript://%0aalert(1)//{key}' }, { Words: 'fluent' })
  for (const to of ['/chat/0', '/chat/1', '/chat/7', '/chat/x']) {
    await page.goto(to)
    await expect(page.getByText('The chat link is configured wrongly, please contact the administrator')).toBeVisible()
    await expect(page.locator('iframe, a[href^="javascript"]')).toHaveCount(0)
  }
  await page.goto('/chat')
  await expect(page.getByText('Its link is wrong')).toHaveCount(2)
  await offer(operator)
  await page.goto('/chat')
  await expect(page.getByText('Please contact the administrator to configure chat links')).toBeVisible()
})

test('visitors are asked to sign in before a chat that needs a key, and see one that needs none', async ({
  page,
  operator,
}) => {
  const site = await startChat()
  await offer(operator, { Keyed: `${site.url}/?k={key}` }, { Open: `${site.url}/open` })
  await page.context().clearCookies()
  await page.addInitScript(() => localStorage.removeItem('user'))
  await page.goto('/chat/0')
  await expect(page.getByText('Sign in to chat with Keyed')).toBeVisible()
  expect(site.visits).toEqual([])
  await page.goto('/chat/1')
  await expect(frame(page).getByRole('heading', { name: 'A chat' })).toBeVisible()
  await site.stop()
})

test('a chat that was set up after the page was loaded asks for a reload, and is framed then', async ({
  page,
  operator,
}) => {
  const site = await startChat()
  await offer(operator)
  await page.goto('/chat')
  await expect(page.getByText('Please contact the administrator')).toBeVisible()
  // The page has the old policy, and learns of the chat now.
  await offer(operator, { 'Local chat': `${site.url}/open` })
  await page.route('/chat/0', async route => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': "script-src 'self'; frame-src 'none'" }
    await route.fulfill({ response, headers })
  })
  await page.goto('/chat/0')
  await expect(page.getByText('This chat was set up after you opened the page')).toBeVisible()
  expect(site.visits).toEqual([])
  await page.unroute('/chat/0')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(frame(page).getByRole('heading', { name: 'A chat' })).toBeVisible()
  await site.stop()
})

test('a site that no option names stands in no frame', async ({ page, operator }) => {
  const [site, stranger] = [await startChat(), await startChat()]
  await offer(operator, { 'Local chat': `${site.url}/open` })
  await page.goto('/chat/0')
  await expect(frame(page).getByRole('heading', { name: 'A chat' })).toBeVisible()
  const refused = page.waitForEvent('console', message => message.text().includes('frame-src'))
  await page.evaluate(address => {
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
  }, stranger.url)
  await refused
  expect(stranger.visits).toEqual([])
  await Promise.all([site.stop(), stranger.stop()])
})

test('chats that cannot be read are said to be so, where they are looked for', async ({ page }) => {
  await page.route('/api/status', async route => {
    const response = await route.fetch()
    const reply = await response.json()
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, chats: [], chats_broken: true } } })
  })
  const said = {
    en: ['Console menu', 'Chat', 'Failed to parse chat data'],
    zh: ['控制台菜单', '聊天', '解析聊天数据失败'],
    ru: ['Меню консоли', 'Чат', 'Не удалось разобрать данные чатов'],
  } as const
  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    const [menu, link, sentence] = said[language]
    await page.goto('/token')
    await page
      .getByRole('navigation', { name: menu })
      .getByRole('link', { name: new RegExp(`${link}$`) })
      .click()
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    await page.goto('/chat/0')
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
})

test('chat pages read in three languages, both themes and on a phone, without barriers', async ({ page, operator }) => {
  test.setTimeout(240_000)
  const site = await startChat()
  await offer(
    operator,
    { 'Local chat': `${site.url}/?k={key}` },
    { OpenCat: 'opencat://team/join?token={key}' },
    { Open: `${site.url}/open` },
  )
  await operator.addToken({ name: 'Mine' })
  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    for (const path of ['/chat', '/chat/0', '/chat/1', '/chat/2', '/chat/9']) {
      await page.goto(path)
      expect({ path, found: await problemsInStates(page, language) }).toEqual({ path, found: [] })
    }
  }
  await site.stop()
})
