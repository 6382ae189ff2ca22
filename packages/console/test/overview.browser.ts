import { expect, type Locator, type Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { DESKTOP, PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { enter, STATES } from './page-states.ts'
import { test } from './signed-in.ts'

const HOSTILE =
  'See **here** <img src=x onerror="window.hit = true"> [bad](javascript:hit()) [good](https://example.com)'

const section = (page: Page, id: string): Locator => page.locator(`#overview-${id}`)
const save = async (frame: Locator) => {
  await frame.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(frame.getByText('not saved yet')).toBeHidden()
}
const optionsOf = async (operator: { ask: <Data>(method: string, path: string) => Promise<Data> }) =>
  new Map(
    (await operator.ask<{ key: string; value: string }[]>('GET', '/api/option/')).map(({ key, value }) => [key, value]),
  )

test('questions are written, put in order by keyboard and by dragging, and answered on the overview', async ({
  page,
  operator,
}) => {
  const asked: string[] = []
  page.on('request', request => void (request.url().includes('/api/overview') && asked.push(request.url())))
  await page.goto('/detail')
  await settled(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(asked).toEqual([])

  await page.goto('/setting?tab=overview')
  await settled(page)
  const faq = section(page, 'faq')
  for (const name of ['One', 'Two', 'Three']) {
    await faq.getByRole('button', { name: /Add$/ }).click()
    await faq.getByRole('textbox', { name: 'Question', exact: true }).fill(`${name}?`)
    await faq.getByLabel('Answer (Markdown)').fill(name === 'Two' ? '' : HOSTILE)
  }
  await faq.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(faq.getByText('2.answer: must not be empty')).toBeVisible()
  await faq.getByRole('button', { name: 'Two?', exact: true }).click()
  await faq.getByLabel('Answer (Markdown)').fill('Twice.')
  await faq.getByRole('button', { name: 'Two?', exact: true }).click()

  const entries = faq.getByRole('list', { name: 'Questions and answers' }).getByRole('button', { name: /^\w+\?$/ })
  const handle = (name: string) => faq.getByRole('button', { name: new RegExp(`^Move: ${name}\\?`) })
  await handle('One').press('ArrowDown')
  await expect(entries).toHaveText(['Two?', 'One?', 'Three?'])
  await expect(handle('One')).toBeFocused()
  await expect(faq.getByRole('status')).toHaveText('One?: place 2 of 3')
  await handle('Three').dragTo(handle('Two'))
  await expect(entries).toHaveText(['Three?', 'Two?', 'One?'])
  await save(faq)
  expect(await barriers(page)).toEqual([])
  const stored = JSON.parse((await optionsOf(operator)).get('console_setting.faq') ?? '')
  expect(stored.map(({ question }: { question: string }) => question)).toEqual(['Three?', 'Two?', 'One?'])

  await page.goto('/detail')
  const panel = page.getByRole('region', { name: 'Questions and answers' })
  await expect(panel.getByText('?')).toHaveText(['Three?', 'Two?', 'One?'])
  await panel.getByText('One?').click()
  await expect(panel.getByText('<img src=x').last()).toBeVisible()
  await expect(panel.locator('details[open]').getByRole('link')).toHaveText(['good'])
  await expect.poll(() => page.evaluate(() => 'hit' in window)).toBe(false)
})

test('the operator arranges the panels; what is off is neither shown nor asked for', async ({
  page,
  operator,
  gateway,
}) => {
  const in2Hours = new Date(Date.now() + 7_200_000).toISOString()
  const in3Hours = new Date(Date.now() + 10_800_000).toISOString()
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await operator.addChannel({ type: 1, name: 'All', key: 'sk-x', models: 'gpt-4o,claude-opus-5' })
  for (const [key, value] of Object.entries({
    'console_setting.announcements': [
      {
        content: '**Faster** answers from Frankfurt',
        publishDate: anHourAgo,
        type: 'success',
        extra: 'For all groups',
      },
    ],
    'console_setting.api_info': [
      { url: gateway.url, route: 'Main', description: 'Frankfurt', color: 'green' },
      { url: 'http://127.0.0.1:9', route: 'Spare', description: '', color: 'orange' },
    ],
    'console_setting.faq': [{ question: 'What is a token?', answer: 'A key of yours.' }],
    PlannedMaintenance: [{ title: 'New disks', from: in2Hours, until: in3Hours, note: 'Calls go on.' }],
  }))
    await operator.setOption(key, JSON.stringify(value))
  await operator.setOption('StatusPanelEnabled', true)

  await page.goto('/setting?tab=overview')
  await settled(page)
  const panels = section(page, 'panels')
  await panels.getByRole('button', { name: /^Move: API addresses/ }).press('ArrowUp')
  for (let step = 0; step < 2; step++)
    await panels.getByRole('button', { name: /^Move: API addresses/ }).press('ArrowUp')
  await panels.getByRole('switch', { name: 'Show questions and answers' }).click()
  await save(panels)

  for (const state of Object.values(STATES)) {
    await enter(page, state)
    await page.goto('/detail')
    await settled(page)
    const titles = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(titles.filter({ hasText: /^(API addresses|Announcements|Status)$/ })).toHaveText([
      'API addresses',
      'Announcements',
      'Status',
    ])
    expect(await problemsOnScreen(page, 'en')).toEqual([])
    expect(await barriers(page)).toEqual([])
  }
  await expect(page.getByText('What is a token?')).toHaveCount(0)
  await expect(page.getByText('New disks')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Status' })).toContainText('gpt-4oToo few calls')

  await page.getByRole('button', { name: 'Measure the latency of Main' }).click()
  await expect(page.getByText(/^\d+ ms from this browser$/)).toBeVisible()
  await page.getByRole('button', { name: 'Measure the latency of Spare' }).click()
  await expect(page.getByText('Not reached from this browser')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Main' })).toBeVisible()
})

test('own menu items lead to pages of the console and to other sites', async ({ page, operator }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/setting?tab=overview')
  await settled(page)
  const editor = section(page, 'menu')
  await editor.getByRole('button', { name: /Add$/ }).first().click()
  await editor.getByLabel('Label').fill('Our prices')
  await editor.getByLabel('Address or page').fill('javascript:alert(1)')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.getByText(/^1\.address: must be an address/)).toBeVisible()
  await editor.getByLabel('Address or page').fill('/pricing')
  await editor.getByRole('button', { name: /Add$/ }).first().click()
  await editor.getByLabel('Label').fill('Forum')
  await editor.getByLabel('Address or page').fill('https://forum.example/a')
  await editor.getByLabel('Opens in a new tab').click()
  await save(editor)
  expect(JSON.parse((await optionsOf(operator)).get('MenuItems') ?? '')).toHaveLength(2)

  const menu = page.getByRole('navigation', { name: 'Console menu' })
  const forum = menu.getByRole('link', { name: 'Forum (new tab)' })
  await expect(forum).toHaveAttribute('href', 'https://forum.example/a')
  await expect(forum).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(forum).toHaveAttribute('target', '_blank')
  await menu.getByRole('link', { name: 'Our prices' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Our prices' })).toBeVisible()
})

test('an own page has an address, a place in the menu, and only what is safe', async ({ page, operator }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/setting?tab=overview')
  await settled(page)
  const editor = section(page, 'menu')
  await editor.getByRole('button', { name: /Add$/ }).last().click()
  await editor.getByLabel('Title').fill('House rules')
  await editor.getByLabel('End of the address').fill('../rules')
  await editor.getByLabel('Text (Markdown)').fill(`## First\n\n${HOSTILE.replace('src=x', 'src=x alt=""')}`)
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.getByText(/^1\.slug: must have 1 to 60/)).toBeVisible()
  await editor.getByLabel('End of the address').fill('rules')
  await save(editor)
  expect(await barriers(page)).toEqual([])

  await page.getByRole('navigation', { name: 'Console menu' }).getByRole('link', { name: 'House rules' }).click()
  await expect(page).toHaveURL(/\/page\/rules$/)
  const text = page.getByRole('article')
  await expect(text.getByRole('heading', { name: 'House rules', level: 1 })).toBeVisible()
  await expect(text.getByRole('link')).toHaveText(['good'])
  await expect(page).toHaveTitle(/^House rules · /)
  await expect(text.locator('[onerror], [href^="javascript:"]')).toHaveCount(0)
  for (const state of Object.values(STATES)) {
    await enter(page, state)
    await page.goto('/page/rules')
    await settled(page)
    await expect(text).toBeVisible()
    expect(await problemsOnScreen(page, 'en')).toEqual([])
    expect(await barriers(page)).toEqual([])
  }
  await operator.setOption('OwnPages', '[]')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('the status panel shows monitors by group, and a status page that is not known', async ({ page, operator }) => {
  await operator.setOption('StatusPanelEnabled', true)
  const monitors = [
    { name: 'Gateway', state: 'up', uptime: 0.9995 },
    { name: `Upstream ${'x'.repeat(90)}`, state: 'down', uptime: 0.5 },
    { name: 'Mail', state: null, uptime: null },
  ]
  const groups = [
    { name: 'Core', monitors },
    { name: 'More', monitors: [{ name: 'Forum', state: 'maintenance', uptime: 1 }] },
  ]
  const monitored = [
    { name: 'Ours', description: 'Watched from Frankfurt', groups },
    { name: 'Theirs', description: '', groups: null },
  ]
  const status = { shows: 'models', rows: [], maintenance: [], monitored }
  await page.route('**/api/overview', route =>
    route.fulfill({ json: { success: true, message: '', data: { status } } }),
  )
  for (const state of Object.values(STATES)) {
    await enter(page, state)
    await page.goto('/detail')
    await settled(page)
    const ours = page.getByRole('region', { name: 'Ours' })
    await expect(ours.getByRole('listitem').first()).toHaveText('GatewayUp99.95% in 24 h')
    await expect(ours.getByRole('heading')).toHaveText(['Ours', 'Core', 'More'])
    await expect(page.getByRole('region', { name: 'Theirs' })).toContainText('could not be read yet')
    expect(await problemsOnScreen(page, 'en')).toEqual([])
    expect(await barriers(page)).toEqual([])
  }
})

test('a user’s own look wins over the site’s, and is there before the page is drawn', async ({ page, operator }) => {
  await operator.setOption('ThemeRadius', 'large')
  await operator.setOption('ThemeFont', 'serif')
  await page.goto('/personal')
  await settled(page)
  const look = page.getByRole('region', { name: 'Look' })
  const drawn = () =>
    page.evaluate(() => {
      const { fontFamily, borderRadius } = getComputedStyle(document.querySelector('.ant-btn') as Element)
      return { font: fontFamily.split(',')[0], borderRadius, density: document.documentElement.dataset.density }
    })
  await expect.poll(drawn).toEqual({ font: 'Georgia', borderRadius: '12px', density: 'comfortable' })
  await look.getByRole('radiogroup', { name: 'Density' }).getByText('Compact').click()
  await look.getByRole('radiogroup', { name: 'Corners' }).getByText('Square').click()
  await look.getByRole('button', { name: '#7a3fc0' }).click()
  await expect.poll(drawn).toEqual({ font: 'Georgia', borderRadius: '0px', density: 'compact' })
  await expect
    .poll(async () => JSON.parse((await operator.ask<{ setting: string }>('GET', '/api/user/self')).setting).look)
    .toEqual({ accent: '#7a3fc0', density: 'compact', radius: 'none' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await barriers(page)).toEqual([])
  }

  const stored = await operator.ask('GET', '/api/user/self')
  await page.addInitScript(user => {
    localStorage.setItem('user', user)
    const seen: (string | undefined)[] = []
    Object.assign(window, { seen })
    // Whenever something is in the page, its density is the user's.
    new MutationObserver(() => {
      if (document.querySelector('#root > *')) seen.push(document.documentElement.dataset.density)
    }).observe(document, { childList: true, subtree: true })
  }, JSON.stringify(stored))
  await page.goto('/token')
  await settled(page)
  const seen = await page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)])
  expect(seen).toEqual(['compact'])
})

test('the link of a mail unsubscribes at a press, and the profile takes it back', async ({ page, operator }) => {
  await page.goto('/unsubscribe?token=1.x')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('alert')).toContainText('This link is not valid')
  await page.getByRole('link', { name: 'Change it in the profile' }).click()
  await page.getByRole('tab', { name: 'Messages' }).click()
  const wanted = page.getByRole('switch', { name: 'Send me the site’s messages by mail' })
  await expect(wanted).toBeChecked()
  await wanted.click()
  await expect.poll(() => operator.ask('GET', '/api/message/mails')).toBe(false)
  await page.reload()
  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(wanted).not.toBeChecked()
})
