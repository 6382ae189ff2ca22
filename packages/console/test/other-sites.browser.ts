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

const ATTACK = '<html><svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "hit"</script></svg></html>'
const KINDS = [
  'text/html',
  'TEXT/HTML',
  'application/xhtml+xml',
  'image/svg+xml',
  'Image/SVG+xml',
  'text/xml',
  'nonsense',
  '',
]

test('what an upstream answers runs nothing where a hostile page opens it', async ({ page, gateway, operator }) => {
  let kind = ''
  const upstream = await startSite((_, response) => {
    if (kind) response.setHeader('content-type', kind)
    response.end(ATTACK)
  })
  await operator.addChannel({ type: 24, name: 'google', key: 'k', base_url: upstream.url, models: 'gemini-2.5-flash' })
  const { bearer } = await operator.addToken({ name: 'page', unlimited_quota: true })
  // A form of plain text is sent without asking, and opens what comes back as a page of the gateway's.
  const name = '{"contents":[{"role":"user","parts":[{"text":"'
  const form = (method: string) => `<form method="post" enctype="text/plain"
    action="${gateway.url}/v1beta/models/gemini-2.5-flash:${method}?key=${bearer}">
    <input name='${name}' value='"}]}]}'></form>
    <script>document.forms[0].submit()</script>`
  const site = await startFiles({
    '/whole': ['text/html', form('generateContent')],
    '/streamed': ['text/html', form('streamGenerateContent')],
  })
  for (const each of KINDS) {
    kind = each
    for (const path of ['/whole', '/streamed']) {
      const answered = page.waitForResponse(response => response.url().startsWith(`${gateway.url}/v1beta/`))
      await page.goto(site.url + path).catch(() => undefined)
      const headers = (await answered).headers()
      expect({ kind, nosniff: headers['x-content-type-options'], policy: headers['content-security-policy'] }).toEqual({
        kind,
        nosniff: 'nosniff',
        policy: "sandbox; default-src 'none'",
      })
      expect(headers['content-type'] ?? '').not.toMatch(/html|xml|nonsense/i)
      expect(await page.title().catch(() => '')).not.toBe('hit')
    }
  }
  await Promise.all([site.stop(), upstream.stop()])
})
