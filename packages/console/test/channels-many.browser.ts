import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

const CHANNELS = 500
/** One page of the largest size. */
const SHOWN = 100

test('a page of five hundred channels asks for one list of what it shows, and draws no more', async ({
  page,
  operator,
}) => {
  test.setTimeout(180_000)
  const models = Array.from({ length: 20 }, (_, model) => `model-${model}`).join(',')
  for (let tag = 0; tag < 10; tag++) {
    const keys = Array.from({ length: CHANNELS / 10 }, (_, key) => `sk-${tag}-${key}`).join('\n')
    await operator.ask('POST', '/api/channel/', {
      type: 1,
      name: `Channel ${tag}`,
      key: keys,
      models,
      tag: `tag-${tag}`,
    })
  }
  // Earlier changes may still be announced while it opens. `withoutLive` would not let it ask for them.
  await page.route('**/api/channel/live', route => route.fulfill({ status: 403, body: '' }))
  const asked: string[] = []
  let bytes = 0
  page.on('response', async response => {
    if (new URL(response.url()).pathname === '/api/channel/') bytes += (await response.body()).length
  })
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/channel') || pathname.startsWith('/api/models')) asked.push(pathname + search)
  })
  await page.addInitScript(size => localStorage.setItem('channels-page-size', size), String(SHOWN))
  await page.goto('/channel')
  await expect(page.locator('tbody strong')).toHaveCount(SHOWN, { timeout: 30_000 })
  await expect(page.getByRole('row', { name: /Channel \d/ })).toHaveCount(SHOWN)
  await expect
    .poll(() => asked.toSorted())
    .toEqual([
      `/api/channel/?id_sort=false&tag_mode=false&hours=true&p=1&page_size=${SHOWN}`,
      '/api/channel/flags',
      '/api/channel/live',
      '/api/channel/test/progress',
      '/api/channel/types',
    ])
  // the reply is as short as what it shows, and there is no call per row
  await expect.poll(() => bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(SHOWN * 1_500)
  const elements = () => page.evaluate(() => document.querySelectorAll('main *').length)
  await expect.poll(elements).toBeLessThan(SHOWN * 90)

  await page.getByRole('switch', { name: 'By tags' }).click()
  await expect(page.getByRole('row', { name: /tag-\d/ })).toHaveCount(10, { timeout: 30_000 })
  // a tag's channels are rendered when it is opened
  await expect.poll(elements).toBeLessThan(2500)
})
