import { expect as expectNow, type Page } from '@playwright/test'
import type { User } from '@tollgate/contract'
import { LANGUAGES } from '@tollgate/contract'
import { problemsInStates } from './page-states.ts'
import { test } from './signed-in.ts'
import { startFiles } from './site.ts'
import { fillTasks } from './task-rows.ts'

// wide enough for every column
test.use({ viewport: { width: 1920, height: 1080 } })

/** A slow machine takes a while to show a full list. */
const expect = expectNow.configure({ timeout: 20_000 })

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const row = (page: Page, id: string) => page.getByRole('row').filter({ has: page.getByText(id, { exact: true }) })

test('drawings are shown with their words, what is unknown as it is, and what was given back beside its cost', async ({
  page,
  gateway,
  operator,
}) => {
  await operator.addChannel({ type: 1, name: 'Artist', key: 'k', models: 'm' })
  await fillTasks(gateway.databaseFile, operator.user.id, `${gateway.url}/favicon.svg`)
  await page.goto('/midjourney')
  await expect(row(page, 'd-running')).toContainText(/1Artist.*Imagine.*Submitted.*In progress.*47%/)
  await expect(row(page, 'd-queued')).toContainText(/Variation.*Duplicate.*In the queue.*0%/)
  await expect(row(page, 'd-done')).toContainText(/41\.5 s.*Imagine.*Submitted.*Success.*\$0\.10/)
  await expect(row(page, 'd-slow')).toContainText(/93\.2 s.*Upscale.*Waiting/)
  await expect(row(page, 'd-failed')).toContainText(/Unknown: 24.*Failed.*\$0\.10.*Returned.*A banned word/)
  await expect(row(page, 'd-odd')).toContainText(/SKETCH_2027.*Unknown: 99.*PAUSED.*almost/)
  const color = (id: string, text: string) =>
    row(page, id)
      .getByText(text)
      .evaluate(cell => getComputedStyle(cell).color)
  const isAlike = async () => (await color('d-done', '41.5 s')) === (await color('d-slow', '93.2 s'))
  await expect.poll(isAlike).toBe(false)
  await expect(page.getByText('d-last-year')).toHaveCount(0)
})

test('a picture opens in a preview, a long prompt in a dialog, and an address that would run is text', async ({
  page,
  gateway,
  operator,
}) => {
  // The gateway itself fetches nothing from this machine.
  await operator.setOption('MjForwardUrlEnabled', false)
  const site = await startFiles({ '/a.png': ['image/png', PICTURE] })
  await operator.setOption('MjForwardUrlEnabled', false)
  await fillTasks(gateway.databaseFile, operator.user.id, `${site.url}/a.png`)
  await page.goto('/midjourney')
  await expect(row(page, 'd-done')).toBeVisible()
  await page.getByRole('button', { name: 'View the picture of d-done' }).click()
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Picture of the task d-done' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.keyboard.press('Escape')
  await row(page, 'd-done')
    .getByRole('button', { name: /^A toll gate/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Prompt' })).toContainText('in the manner of an old etching')
  await page.keyboard.press('Escape')
  await expect(row(page, 'd-script')).toContainText(/javascript:alert\(1\).*<b>bold<\/b>/)
  await expect(row(page, 'd-script').locator('a[href*=javascript]')).toHaveCount(0)
  await site.stop()
  await page.getByRole('button', { name: 'View the picture of d-slow' }).click()
  await expect(page.getByRole('dialog')).toContainText('The picture could not be loaded')
})

test('the log is filtered by id, channel and time; its first request asks for 30 days, and pages count from 0', async ({
  page,
  gateway,
  operator,
}) => {
  await fillTasks(gateway.databaseFile, operator.user.id)
  const asked: URL[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname === '/api/mj/') asked.push(url)
  })
  await page.goto('/midjourney')
  await expect(page.getByText(/^1–\d+ of 23$/)).toBeVisible()
  const [first] = asked
  const [start, end] = ['start_timestamp', 'end_timestamp'].map(name => Number(first?.searchParams.get(name)))
  expect(first?.searchParams.get('p')).toBe('0')
  expect(Math.round(((end ?? 0) - (start ?? 0)) / 3_600_000)).toBe(30 * 24 + 1)
  await page.getByTitle('Next Page').click()
  await expect(page.getByText(/^(?!1–)\d+–\d+ of 23$/)).toBeVisible()
  expect(asked.at(-1)?.searchParams.get('p')).toBe('1')

  await page.getByRole('textbox', { name: 'Task id' }).fill('d-slow')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(row(page, 'd-slow')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'Channel' }).fill('77')
  await page.locator('.ant-select-item-option', { hasText: '#77' }).click()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.goto('/midjourney?start_timestamp=0&mj_id=d-last-year')
  await expect(row(page, 'd-last-year')).toBeVisible()
})

test('an empty log says what belongs there and leads on; older drawings are one press away', async ({
  page,
  operator,
}) => {
  await page.goto('/midjourney')
  await expect(page.getByRole('heading', { name: 'Nothing was drawn in the last 30 days' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all time' }).click()
  await expect(page).toHaveURL(/start_timestamp=0/)
  await page.goBack()
  await page.goto('/midjourney')
  await page.getByRole('button', { name: 'Add a drawing channel' }).click()
  await expect(page).toHaveURL(/\/channel\/add/)
  expect(operator.user.role).toBe(100)
})

test('columns are chosen and remembered; the banner goes with the setting; the menu hides what is switched off', async ({
  page,
  gateway,
  operator,
}) => {
  await fillTasks(gateway.databaseFile, operator.user.id)
  await page.goto('/midjourney')
  await expect(page.getByText('Callbacks of drawing services are off')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Duration' }).uncheck()
  await page.reload()
  await expect(page.getByText(/^1–\d+ of 23$/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Duration' })).toHaveCount(0)

  await operator.setOption('MjNotifyEnabled', true)
  await operator.setOption('DrawingEnabled', false)
  await operator.setOption('TaskEnabled', false)
  await page.reload()
  await expect(page.getByText(/^1–\d+ of 23$/)).toBeVisible()
  await expect(page.getByText('Callbacks of drawing services are off')).toHaveCount(0)
  const menu = page.getByRole('navigation', { name: 'Console menu' })
  await expect(menu.getByRole('link', { name: 'Usage log' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Drawing log' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Task log' })).toHaveCount(0)
})

test('a user sees their own drawings, without channel, submit result and status', async ({
  page,
  gateway,
  operator,
}) => {
  await operator.ask('POST', '/api/user/', { username: 'painter', password: 'correct horse' })
  const { items } = await operator.ask<{ items: User[] }>('GET', '/api/user/search?keyword=painter')
  const painter = items[0]?.id ?? 0
  await fillTasks(gateway.databaseFile, painter)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.evaluate(() => localStorage.clear())
  const signedIn = await page.request.post('/api/user/login', {
    data: { username: 'painter', password: 'correct horse' },
  })
  const { data: user } = await signedIn.json()
  await page.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(user))
  await page.goto('/midjourney')
  await expect(page.getByText(/^1–\d+ of 22$/)).toBeVisible()
  const headers = await page.getByRole('columnheader').allInnerTexts()
  expect(headers.filter(title => ['Channel', 'Submit', 'Status', 'User'].includes(title))).toEqual([])
  await expect(row(page, 'd-failed')).toContainText(/\$0\.10.*Returned/)
  await expect(page.getByText('d-of-another')).toHaveCount(0)
})

test('on a phone the rows are cards, in three languages and both themes, without barriers', async ({
  page,
  gateway,
  operator,
}) => {
  test.setTimeout(240_000)
  await operator.addChannel({ type: 1, name: 'Artist', key: 'k', models: 'm' })
  await fillTasks(gateway.databaseFile, operator.user.id, `${gateway.url}/favicon.svg`)
  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    for (const path of ['/midjourney', '/task']) {
      await page.goto(path)
      const problems = await problemsInStates(page, language)
      expect({ language, path, problems }).toEqual({ language, path, problems: [] })
      await expect(page.locator('article').nth(5)).toBeVisible()
    }
  }
})
