import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { bun } from '../../../scripts/lib/bun.mjs'
import { MODELS } from './official-clients.ts'
import { test } from './signed-in.ts'
import { startFiles, startSite } from './site.ts'
import { startUpstream } from './upstream/index.ts'

function bundled(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bundle-'))
  const file = join(folder, 'page.js')
  execFileSync(bun, ['build', fileURLToPath(new URL(source, import.meta.url)), '--target=browser', `--outfile=${file}`])
  const script = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  return script
}

const callAll = (page: Page, wanted: object) =>
  page.evaluate(wanted => (window as unknown as { callAll(wanted: object): Promise<object> }).callAll(wanted), wanted)

test('the official clients work in a page of another site, unless the operator lets in others alone', async ({
  page,
  gateway,
  operator,
}) => {
  const upstream = await startUpstream()
  const [openAiModel = ''] = MODELS.openai
  const [claude = ''] = MODELS.anthropic
  await operator.addChannel({ type: 1, name: 'one', key: 'k', base_url: upstream.url, models: openAiModel })
  await operator.addChannel({ type: 14, name: 'two', key: 'k', base_url: upstream.url, models: claude })
  const { bearer } = await operator.addToken({ name: 'page', unlimited_quota: true })
  const site = await startFiles({
    '/': ['text/html', '<script src="/page.js"></script>'],
    '/page.js': ['text/javascript', bundled('./pages/official-clients.ts')],
  })
  await page.goto(site.url)
  const wanted = { url: gateway.url, key: bearer, openAiModel, claude }
  const said = expect.stringContaining('tollgate')
  expect(await callAll(page, wanted)).toEqual({
    whole: said,
    requestId: expect.stringMatching(/.+/),
    streamed: said,
    message: said,
    events: said,
    models: 2,
    refusal: 401,
  })

  await operator.setOption('relay_setting.browser_origins', 'https://app.example')
  await expect(callAll(page, wanted)).rejects.toThrow('Connection error')
  await operator.setOption('relay_setting.browser_origins', site.url)
  expect(await callAll(page, wanted)).toMatchObject({ whole: said })
  await Promise.all([site.stop(), upstream.stop()])
})

const KINDS = ['text/html', 'TEXT/HTML', 'application/xhtml+xml', 'Image/SVG+xml', 'nonsense', '']

test('what an upstream answers runs nothing where a hostile page opens it', async ({ page, gateway, operator }) => {
  test.slow()
  let kind = ''
  let form = ''
  const ran: string[] = []
  const site = await startSite((path, response) => {
    if (path.startsWith('/ran')) ran.push(path)
    response.setHeader('content-type', 'text/html')
    response.end(path === '/trap' ? form : '')
  })
  const script = `new Image().src = "${site.url}/ran?" + Math.random()`
  const upstream = await startSite((_, response) => {
    if (kind) response.setHeader('content-type', kind)
    response.end(`<html><svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg></html>`)
  })
  await operator.addChannel({ type: 24, name: 'google', key: 'k', base_url: upstream.url, models: 'gemini-2.5-flash' })
  const { bearer } = await operator.addToken({ name: 'page', unlimited_quota: true })

  for (const method of ['generateContent', 'streamGenerateContent'])
    for (const each of KINDS) {
      kind = each
      // A plain-text form is sent without a preflight, and the response opens as a page of the gateway's.
      const action = `${gateway.url}/v1beta/models/gemini-2.5-flash:${method}?key=${bearer}`
      const [before, after] = ['{"contents":[{"role":"user","parts":[{"text":"', '"}]}]}']
      form = `<form method="post" enctype="text/plain" action="${action}"><input name='${before}' value='${after}'></form>`
      const trap = await page.context().newPage()
      await trap.goto(`${site.url}/trap`)
      const opened = trap.waitForURL(/v1beta/).catch(() => undefined)
      const saved = trap.waitForEvent('download').catch(() => undefined)
      const [answer] = await Promise.all([
        trap.waitForResponse(response => response.url().includes('/v1beta/')),
        trap.evaluate(() => document.forms[0]?.submit()),
      ])
      await Promise.race([opened, saved])
      const headers = answer.headers()
      expect([headers['x-content-type-options'], headers['content-security-policy']]).toEqual([
        'nosniff',
        "sandbox; default-src 'none'",
      ])
      expect(headers['content-type'] ?? '').not.toMatch(/html|xml|nonsense/i)
      await trap.close()
    }
  // The same page from any other site does run it.
  kind = 'text/html'
  await page.goto(`${upstream.url}/`)
  await expect.poll(() => ran.length).toBe(1)
  await Promise.all([site.stop(), upstream.stop()])
})
