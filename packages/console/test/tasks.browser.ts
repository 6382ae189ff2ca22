import { expect as expectNow, type Page } from '@playwright/test'
import { test } from './signed-in.ts'
import { fillTasks } from './task-rows.ts'

// wide enough for every column
test.use({ viewport: { width: 1920, height: 1080 } })

/** A slow machine takes a while to show a full list. */
const expect = expectNow.configure({ timeout: 20_000 })

const row = (page: Page, id: string) => page.getByRole('row').filter({ has: page.getByText(id, { exact: true }) })

test('tasks of today are shown with their words, what is unknown as it is, and what was given back', async ({
  page,
  gateway,
  operator,
}) => {
  await operator.addChannel({ type: 1, name: 'Band', key: 'k', models: 'm' })
  await fillTasks(gateway.databaseFile, operator.user.id)
  const asked = page.waitForRequest(request => new URL(request.url()).pathname === '/api/task/')
  await page.goto('/task')
  const { searchParams } = new URL((await asked).url())
  const midnight = await page.evaluate(() => new Date().setHours(0, 0, 0, 0) / 1000)
  expect([searchParams.get('p'), searchParams.get('start_timestamp')]).toEqual(['0', String(midnight)])
  expect(Number(searchParams.get('end_timestamp') ?? 0)).toBe(0)

  await expect(row(page, 'task_running')).toContainText(/Band.*Suno.*Music.*In progress/)
  await expect(row(page, 'task_running').getByRole('progressbar', { name: '30% done' })).toBeVisible()
  await expect(row(page, 'task_new')).toContainText(/Lyrics.*Being submitted/)
  await expect(row(page, 'task_song')).toContainText(/48\.0 s.*Success.*\$0\.10/)
  await expect(row(page, 'task_video')).toContainText(/340\.0 s.*Kling.*Text to video/)
  await expect(row(page, 'task_failed')).toContainText(/Failed.*\$0\.10.*Returned.*The words are too long/)
  await expect(row(page, 'task_failed').locator('q')).toHaveText('The words are too long')
  await expect(row(page, 'task_odd')).toContainText(/1\/3.*REHEARSING/)
  await expect(page.getByText('task_last_week')).toHaveCount(0)
})

test('why the gateway gave a task up is told in the reader’s language, without quotation marks', async ({
  page,
  gateway,
  operator,
}) => {
  await fillTasks(gateway.databaseFile, operator.user.id)
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ru'))
  await page.route('/api/task/?*', async route => {
    const response = await route.fetch()
    const reply = await response.json()
    for (const task of reply.data) if (task.fail_reason) task.failure = 'Заняла слишком много времени'
    await route.fulfill({ response, json: reply })
  })
  await page.goto('/task')
  await expect(row(page, 'task_failed')).toContainText('Заняла слишком много времени')
  await expect(row(page, 'task_failed').locator('q')).toHaveCount(0)
})

test('the id opens the whole record as JSON, without what is private', async ({ page, gateway, operator }) => {
  await fillTasks(gateway.databaseFile, operator.user.id)
  await page.goto('/task')
  await expect(row(page, 'task_song')).toBeVisible()
  const record = async (id: string) => {
    await page.getByRole('button', { name: id, exact: true }).click()
    const text = await page.getByRole('dialog', { name: 'Record of the task' }).locator('pre').innerText()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    return JSON.parse(text)
  }
  expect(await record('task_song')).toMatchObject({ task_id: 'task_song', data: [{ id: 'clip-1' }], quota: 50_000 })
  expect(await record('task_video')).toMatchObject({ task_id: 'task_video', data: null })
})

test('older tasks are found by time and by id', async ({ page, gateway, operator }) => {
  await fillTasks(gateway.databaseFile, operator.user.id)
  await page.goto('/task?start_timestamp=0')
  await expect(page.getByText('1–8 of 8')).toBeVisible()
  await page.getByRole('textbox', { name: 'Task id' }).fill('task_last_week')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.goto('/task?task_id=task_last_week')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test('a task that goes on is looked at again until it is done', async ({ page, gateway, operator }) => {
  await fillTasks(gateway.databaseFile, operator.user.id)
  let looks = 0
  await page.route('/api/task/?*', async route => {
    const response = await route.fetch()
    const reply = await response.json()
    looks += 1
    const progress = looks > 1 ? '100%' : '50%'
    for (const task of reply.data) Object.assign(task, { progress, status: looks > 1 ? 'SUCCESS' : 'IN_PROGRESS' })
    await route.fulfill({ response, json: reply })
  })
  await page.goto('/task')
  await expect(row(page, 'task_running')).toContainText('In progress')
  await expect(row(page, 'task_running')).toContainText('Success')
  expect(looks).toBeGreaterThan(1)
})

test('an empty log says what belongs there and leads on', async ({ page, operator }) => {
  await page.goto('/task')
  await expect(page.getByRole('heading', { name: 'No tasks today' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all time' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a channel' })).toHaveAttribute('href', '/channel/add')
  expect(operator.user.username).toBe('keeper')
})
