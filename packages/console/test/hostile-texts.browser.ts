import { expect, type Page } from '@playwright/test'
import { withoutLive } from './page-problems.ts'
import { test } from './signed-in.ts'
import { startSite } from './site.ts'

/** Texts that would run in a page that takes them for markup, a link or a template. */
const HIT = 'window.hit=true'
const TEXTS = [
  `<script>${HIT}</script>`,
  `<img src=x onerror=${HIT}>`,
  `"><svg onload=${HIT}>`,
  `<a href="javascript:${HIT}">go</a>`,
  `[go](javascript:${HIT})`,
  `![x](x"onerror="${HIT})`,
  `<iframe srcdoc="<script>parent.${HIT}</script>"></iframe>`,
  `<form action="javascript:${HIT}"><button autofocus onfocus=${HIT}>b</button></form>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${HIT}>`,
  `<style>@import 'javascript:${HIT}';</style><meta http-equiv=refresh content="0;url=javascript:${HIT}">`,
  `<base href="https://evil.example/"><object data="javascript:${HIT}"></object>`,
  `{{constructor.constructor('${HIT}')()}}`,
]
const ALL = TEXTS.join('\n\n')
const FIRST = TEXTS[1] ?? ''

const PAGES = [
  '/',
  '/about',
  '/token',
  '/log',
  '/channel',
  '/channel/edit/1',
  '/topup',
  '/pricing',
  '/books',
  '/jobs',
  '/system',
  '/redemption',
  '/user',
  ...['operation', 'rate-limit', 'model-related', 'system', 'other'].map(tab => `/setting?tab=${tab}`),
  // Input from an address may be shown again.
  ...['/log?username=', '/channel?keyword=', '/user?keyword=', '/setting?q=', '/pricing?keyword='].map(
    path => path + encodeURIComponent(FIRST),
  ),
  `/no-such-page/${encodeURIComponent(FIRST)}`,
  `/login?expired=${encodeURIComponent(FIRST)}`,
  `/register?aff=${encodeURIComponent(FIRST)}`,
  `/user/reset?email=${encodeURIComponent(FIRST)}&token=${encodeURIComponent(FIRST)}`,
]

/** Elements that could run something, whatever the policy says; none of ours has any. */
const dangersOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap(element =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            /^on/i.test(name) || /^(srcdoc|formaction)$/i.test(name) || /^\s*javascript:/i.test(value),
        )
        .map(({ name }) => `${element.tagName} ${name}`),
    ),
  )

test('a text that somebody typed is a text on every page', async ({ page, gateway, operator }) => {
  // Some thirty pages, on a possibly slow machine.
  test.setTimeout(600_000)
  const upstream = await startSite((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: ALL, type: FIRST, code: FIRST } }))
  })
  const model = `m${FIRST.replaceAll(',', '')}`
  await operator.addChannel({
    type: 1,
    name: FIRST,
    key: 'k',
    models: model,
    base_url: upstream.url,
    tag: FIRST,
    test_model: FIRST,
  })
  await operator.setOption('ModelRatio', JSON.stringify({ [model]: 1 }))
  await operator.setOption('UserUsableGroups', JSON.stringify({ default: FIRST }))
  await operator.ask('POST', '/api/redemption/', { name: '<img onerror=hit()>', quota: 1, count: 1 })
  await operator.ask('POST', '/api/user/', { username: '<b>&lt;x', password: 'correct horse', display_name: FIRST })
  const { bearer } = await operator.addToken({ name: '<img src=x onerror=hit()>' })
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const asked = { model, messages: [{ role: 'user', content: ALL }] }
  await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify(asked),
  })
  for (const key of ['Notice', 'About', 'HomePageContent', 'Footer']) await operator.setOption(key, ALL)
  await operator.setOption('SystemName', FIRST)

  await withoutLive(page)
  const problems: string[] = []
  page.on('dialog', dialog => {
    problems.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      Object.assign(window, { violation: `${effectiveDirective} ${blockedURI}` })
    })
  })
  // It opens by itself, once, over whatever page comes first.
  const notice = page.getByRole('dialog', { name: 'Notice' })
  await page.addLocatorHandler(notice, () => page.keyboard.press('Escape'))
  for (const path of PAGES) {
    const response = await page.goto(path)
    const policy = response?.headers()['content-security-policy'] ?? ''
    for (const part of ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      if (!policy.includes(part)) problems.push(`${path}: its policy lacks ${part}`)
    if (/script-src[^;]*'unsafe/.test(policy)) problems.push(`${path}: its policy lets anything run`)
    // The operator's own home page has no heading of ours.
    await page.locator('main, h1, form').first().waitFor()
    // biome-ignore lint/suspicious/noPlaywrightNetworkidle: nothing tells that nothing more will run
    await page.waitForLoadState('networkidle')
    // An opened row leaves the list, so the first one is always next. A form covers the list that it was opened from.
    const closed = page.locator('tbody button[aria-expanded=false]')
    const isCovered = await page.locator('.ant-drawer-mask').isVisible()
    while (!isCovered && (await closed.count()) > 0) await closed.first().click()
    const shown = await page.evaluate(() => ({
      hit: 'hit' in window,
      violation: (window as unknown as { violation?: string }).violation,
    }))
    if (shown.hit) problems.push(`${path}: it ran`)
    if (shown.violation?.startsWith('script'))
      problems.push(`${path}: only the policy kept it from running, ${shown.violation}`)
    problems.push(...(await dangersOn(page)).map(danger => `${path}: ${danger}`))
  }
  expect(problems).toEqual([])
  await upstream.stop()
})
