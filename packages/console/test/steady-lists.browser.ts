import { expect, type Page } from '@playwright/test'
import { LOG_TYPE, type Log, type Page as PageOf } from '@tollgate/contract'
import { test } from './furnished.ts'
import { settled } from './page-problems.ts'

test.use({ reducedMotion: 'no-preference' })

/** Each list, the key of its page size, and a heading that sorts. */
const LISTS = [
  ['/user', 'users-page-size', 'Username'],
  ['/token', 'tokens-page-size', 'Name'],
  ['/task?start_timestamp=0', 'tasks-page-size', 'Submitted'],
  ['/log', 'logs-page-size', 'Time'],
  ['/channel', 'channels-page-size', 'Name'],
] as const
/** Longer than the half second in which a shift counts as the answer to an input. */
const LATE_MS = 700
const MOST_SHIFT = 0.01

const watchShift = () => {
  const watched = Object.assign(window, { shift: (): number => 0 })
  let sum = 0
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) sum += value
    }
  }
  const observer = new PerformanceObserver(list => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  watched.shift = () => {
    add(observer.takeRecords())
    return sum
  }
}

const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return (window as unknown as { shift: () => number }).shift()
  })

/** Makes a page that is about to open await its answers. */
const answerLate = (page: Page) =>
  page.route('**/api/**', async route => {
    await new Promise(done => setTimeout(done, LATE_MS))
    await route.continue().catch(() => undefined)
  })

for (const [path, pageSizeKey, heading] of LISTS)
  test(`nothing moves on ${path} when answers come late`, async ({ page, furnished: _ }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.addInitScript(key => localStorage.setItem(key, '100'), pageSizeKey)
    await page.addInitScript(watchShift)
    await answerLate(page)
    await page.goto(path)
    await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
    await settled(page)
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)

    await page.getByRole('columnheader', { name: heading }).first().getByRole('button').first().click()
    const busy = page.locator('main section[aria-busy=true]')
    await expect(busy).toHaveCount(1)
    await expect(busy).toHaveCount(0)
    await settled(page)
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)
  })

/** Pages that are no lists, each with what its last answer shows. */
const PAGES = [
  ['/system', 'Upgrade'],
  ['/books', 'Rules'],
  ['/', 'How to connect'],
] as const

test.describe('pages', () => {
  test.beforeAll(({ furnished }) => furnished.operator.setOption('AvailabilityShownEnabled', 'true'))
  test.afterAll(({ furnished }) => furnished.operator.setOption('AvailabilityShownEnabled', 'false'))

  for (const [path, last] of PAGES)
    for (const width of [1440, 1024])
      test(`nothing moves on ${path} at ${width} pixels when answers come late`, async ({ page, furnished: _ }) => {
        await page.setViewportSize({ width, height: 900 })
        await page.addInitScript(watchShift)
        await answerLate(page)
        await page.goto(path)
        await expect(page.getByRole('heading', { name: last })).toBeVisible()
        await settled(page)
        expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)
      })
})

/** Lists whose rows have different heights, each with its call. */
const LONG = [
  ['/token', 'tokens-page-size', '**/api/token/?*'],
  ['/user', 'users-page-size', '**/api/user/?*'],
] as const
const ROWS = 100

for (const [path, pageSizeKey, call] of LONG)
  test(`nothing moves on ${path} for one who scrolls while a hundred rows are drawn`, async ({
    page,
    furnished: _,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.addInitScript(key => localStorage.setItem(key, '100'), pageSizeKey)
    await page.addInitScript(watchShift)
    await page.route(call, async route => {
      const response = await route.fetch()
      const { data, ...reply } = await response.json()
      const items = Array.from({ length: ROWS }, (_, at) => ({ ...data.items[at % data.items.length], id: at + 1 }))
      await route.fulfill({ response, json: { ...reply, data: { ...data, items, total: ROWS } } })
    })
    // As soon as the first rows are painted, not after a question to the page.
    await page.addInitScript(() => {
      const scroll = () => scrollTo(0, document.documentElement.scrollHeight)
      const wait = () => requestAnimationFrame(document.querySelector('tbody tr[data-row]') ? scroll : wait)
      wait()
    })
    await page.goto(path)
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(ROWS)
    await settled(page)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)
  })

test('figures of rows drawn later leave out no column that the first rows have', async ({ page, furnished }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.addInitScript(() => localStorage.setItem('logs-page-size', '100'))
  await page.addInitScript(watchShift)
  // The first page of the log may hold only changes that other tests made.
  const calls = await furnished.operator.ask<PageOf<Log>>('GET', `/api/log/?type=${LOG_TYPE.consume}&page_size=100`)
  const call = calls.items.find(({ prompt_tokens }) => prompt_tokens > 0)
  expect(call).toBeDefined()
  await page.route('**/api/log/?*', async route => {
    const response = await route.fetch()
    const { data, ...reply } = await response.json()
    const items = Array.from({ length: ROWS }, (_, at) => {
      const tokens = at < ROWS / 2 ? 100 : 1_234_567_890
      return { ...call, id: at + 1, prompt_tokens: tokens, completion_tokens: tokens }
    })
    await route.fulfill({ response, json: { ...reply, data: { ...data, items, total: ROWS } } })
  })
  await page.addInitScript(() => {
    const shown = new Set<string>()
    Object.assign(window, { shown })
    const note = () => {
      const headings = [...document.querySelectorAll('main th')].map(heading => heading.textContent).join()
      if (document.querySelector('tbody tr[data-row]')) shown.add(headings)
      requestAnimationFrame(note)
    }
    note()
  })
  await page.goto('/log')
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(ROWS)
  await settled(page)
  const shown = () => page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown])
  await expect.poll(shown).toHaveLength(1)
  expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)
})
