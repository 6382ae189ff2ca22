import { expect, type Page } from '@playwright/test'
import { test } from './signed-in.ts'
import { startFiles } from './site.ts'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What the page's policy blocked. */
const violationsOn = (page: Page) => page.evaluate(() => (window as unknown as { violations: string[] }).violations)

const noteViolations = (page: Page) =>
  page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    )
  })

test('a script put into the page does not run, however it got there', async ({ page }) => {
  await noteViolations(page)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => violationsOn(page)).toEqual([])
  await page.evaluate(() => {
    const put = (html: string) => document.body.append(document.createRange().createContextualFragment(html))
    put('<script>window.hit = "inline"</script>')
    put('<img src="/assets/none.png" onerror="window.hit = \'handler\'">')
    put('<script src="https://evil.example/a.js"></script>')
    put('<script src="data:text/javascript,window.hit = \'data\'"></script>')
    put('<iframe srcdoc="<script>parent.hit = \'frame\'</script>"></iframe>')
    put('<a id="trap" href="javascript:window.hit = \'link\'">there</a>')
    document.getElementById('trap')?.click()
    put('<object data="https://evil.example/a.swf"></object><base href="https://evil.example/">')
  })
  await expect
    .poll(async () => new Set(await violationsOn(page)))
    .toEqual(new Set(['script-src-elem', 'script-src-attr', 'object-src', 'base-uri']))
  await expect.poll(() => page.evaluate(() => 'hit' in window)).toBe(false)
})

test('no other site can frame the console', async ({ page, gateway }) => {
  const site = await startFiles({ '/trap': ['text/html', `<iframe src="${gateway.url}/login"></iframe>`] })
  const refused = page.waitForEvent('console', message => message.text().includes('frame-ancestors'))
  await page.goto(`${site.url}/trap`)
  await refused
  await site.stop()
})

test('what an operator takes from elsewhere is shown: a logo, pictures and styles of a text, a framed page', async ({
  page,
  operator,
}) => {
  const site = await startFiles({
    '/home': ['text/html', '<h1>Embedded home</h1>'],
    ...Object.fromEntries(
      ['/logo.png', '/office.png', '/mark.png'].map(path => [path, ['image/png', PICTURE] as const]),
    ),
  })
  await operator.setOption('Logo', `${site.url}/logo.png`)
  await operator.setOption('HomePageContent', `${site.url}/home`)
  await operator.setOption('About', `<p style="color: red">Ours</p><img alt="office" src="${site.url}/office.png">`)
  await operator.setOption('Footer', `<img alt="mark" src="${site.url}/mark.png">`)
  await noteViolations(page)
  await page.goto('/')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Embedded home' })).toBeVisible()
  const isLoaded = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
  await expect.poll(() => isLoaded(`img[src="${site.url}/logo.png"]`)).toBe(true)
  await page.goto('/about')
  await expect.poll(() => isLoaded('img[alt=office]')).toBe(true)
  await expect.poll(() => isLoaded('img[alt=mark]')).toBe(true)
  await expect(page.getByText('Ours', { exact: true })).toHaveCSS('color', 'rgb(255, 0, 0)')
  await expect.poll(() => violationsOn(page)).toEqual([])
  await site.stop()
})
