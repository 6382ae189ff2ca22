import { expect, type Locator, type Page } from '@playwright/test'
import { LANGUAGES } from '@tollgate/contract'
import { barriers } from './axe.ts'
import { PHONE } from './page-problems.ts'
import { test } from './signed-in.ts'

const CHANNEL = { type: 1, name: 'OpenAI', key: 'sk-upstream', models: 'gpt-4o' }

test('a search waits for typing to pause, and keeps quiet while an input method composes', async ({
  page,
  operator,
}) => {
  await operator.addToken({ name: '网站' })
  await operator.addToken({ name: 'Local' })
  const searches: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/token/search') searches.push(searchParams.get('keyword') ?? '')
  })
  await page.goto('/token')
  await expect(page.getByRole('row', { name: 'Local' })).toBeVisible()

  const composer = await page.context().newCDPSession(page)
  await page.getByLabel('Name', { exact: true }).focus()
  await composer.send('Input.imeSetComposition', { text: 'wang', selectionStart: 4, selectionEnd: 4 })
  // biome-ignore lint/suspicious/noPlaywrightWaitForTimeout: longer than the pause that ends typing
  await page.waitForTimeout(700)
  expect(searches).toEqual([])
  await composer.send('Input.insertText', { text: '网站' })
  await expect(page).toHaveURL(/keyword=/)
  await expect(page.getByRole('row', { name: 'Local' })).toBeHidden()
  expect(searches).toEqual(['网站'])

  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('网站')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('row', { name: 'Local' })).toBeVisible()
})

test('columns and page size are remembered', async ({ page, operator }) => {
  for (let each = 0; each < 12; each++) await operator.addChannel({ ...CHANNEL, name: `Channel ${each}` })
  await page.goto('/channel')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Weight' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Page Size' }).click()
  await page.getByTitle('20 / page').click()
  await expect(page.getByRole('row', { name: /Channel \d/ })).toHaveCount(12)
  await page.reload()
  await expect(page.getByRole('row', { name: /Channel \d/ })).toHaveCount(12)
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Weight' })).toBeHidden()
})

test('priority is edited in place, and switching a channel off can be undone', async ({ page, operator }) => {
  const { id } = await operator.addChannel(CHANNEL)
  const stored = () => operator.ask<{ priority: number; status: number }>('GET', `/api/channel/${id}`)
  await page.goto('/channel')
  await page.getByRole('spinbutton', { name: 'Priority: OpenAI' }).fill('-2000')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored()).priority).toBe(-999)

  await page.getByRole('button', { name: 'Disable: OpenAI' }).click()
  await expect(page.getByRole('row', { name: 'OpenAI' })).toContainText('Disabled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: 'OpenAI' })).toContainText('Enabled')
  await expect.poll(async () => (await stored()).status).toBe(1)
})

test('a form shows what is wrong at the field, asks before losing changes, and saves by keyboard', async ({ page }) => {
  await page.goto('/channel/add')
  const form = page.getByRole('dialog', { name: 'Add channel' })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Please fill in the channel name and key!')).toHaveCount(2)
  await expect(form.getByText('Please choose at least one model!')).toBeVisible()

  await form.getByLabel('Name', { exact: true }).fill('Mine')
  await form.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()

  await form.getByLabel('Key', { exact: true }).fill('sk-upstream')
  await form.getByLabel('API address').fill('http://127.0.0.1:9/v1/')
  await form.getByPlaceholder('Several with commas').fill('a,a,b')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('Advanced').click()
  await form.getByRole('button', { name: 'Model mapping as JSON' }).click()
  const mapping = form.getByRole('textbox', { name: 'Model mapping' })
  await mapping.fill('{"a"')
  await page.keyboard.press('Tab')
  await expect(form.getByText('The model mapping must be valid JSON!')).toBeVisible()
  await mapping.fill('{"a":"c"}')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Save with /v1' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: 'Mine' })).toContainText('Enabled')
})

test('a list that fails says so with the request’s id, and works again on retry', async ({ page, operator }) => {
  await operator.addToken({ name: 'Local' })
  await page.route('**/api/token/?**', route =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'request-7' }, json: { success: false, message: '' } }),
  )
  await page.goto('/token')
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toContainText('request-7')
  await page.unroute('**/api/token/?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row', { name: 'Local' })).toBeVisible()
})

test('lists filter as one types: there is no query button', async ({ page, operator }) => {
  await operator.addToken({ name: 'Local' })
  for (const path of ['/token', '/channel', '/user', '/redemption', '/log', '/midjourney', '/task', '/pricing']) {
    await page.goto(path)
    await expect(page.getByRole('searchbox').or(page.getByRole('textbox')).filter({ visible: true })).not.toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Query|Search)$/i })).toHaveCount(0)
  }
})

test('filters that change before the page is drawn anew are all kept', async ({ page, operator: _ }) => {
  await page.goto('/log')
  await page.getByRole('button', { name: 'More filters' }).click()
  const request = page.getByRole('search').getByLabel('Request id', { exact: true })
  await page.getByRole('search').getByLabel('Type', { exact: true }).click()
  await page.locator('.ant-select-item-option').first().waitFor()
  await request.evaluate(async (field: HTMLInputElement) => {
    const acts = [
      () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'req-1')
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      },
      ...[0, 1].map(at => () => document.querySelectorAll<HTMLElement>('.ant-select-item-option')[at]?.click()),
      () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    ]
    // React draws what an event changes in the same task, and transitions in later ones.
    for (const act of acts) await Promise.resolve(act())
  })
  await expect(page).toHaveURL(/\/log\?(?=.*request_id=req-1)(?=.*type=\d%2C\d)/)
})

test('a token whose expiry has passed is saved, and that it calls nothing is said', async ({ page, operator }) => {
  const said = {
    en: ['Edit: Old', 'Save', 'The expiry has passed: no call is made with this token'],
    zh: ['编辑：Old', '保存', '过期时间已过，此令牌无法调用'],
    ru: ['Изменить: Old', 'Сохранить', 'Срок действия уже прошёл: с этим токеном вызовы невозможны'],
  } as const
  await operator.addToken({ name: 'Old', expired_time: 1_700_000_000 })
  for (const language of LANGUAGES) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    const [edit, save, sentence] = said[language]
    await page.goto('/token')
    await page.getByRole('row', { name: 'Old' }).getByRole('button', { name: edit }).click()
    await page.getByRole('dialog').getByRole('button', { name: save, exact: true }).click()
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
})

for (const path of ['/order', '/plan/users', '/user/messages'])
  test(`${path} shows as many rows as the window`, async ({ page }) => {
    const sizes: number[] = []
    page.on('request', request => {
      const size = new URL(request.url()).searchParams.get('page_size')
      if (size && size !== '1') sizes.push(Number(size))
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await expect.poll(() => sizes.at(-1)).toBe(15)
    await page.setViewportSize({ width: 1440, height: 1200 })
    await expect.poll(() => sizes.at(-1)).toBe(23)
  })

for (const [path, column, always] of [
  ['/order', 'Paid with', 'Order number'],
  ['/plan/users', 'Source', 'Plan'],
] as const)
  test(`columns of ${path} are chosen and moved`, async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 900 })
    await page.goto(path)
    const headings = async () => (await page.getByRole('columnheader').allInnerTexts()).map(text => text.trim())
    const place = async (title: string) => (await headings()).indexOf(title)
    await expect.poll(() => place(column)).toBeGreaterThan(1)
    const before = await place(column)
    await page.getByRole('button', { name: 'Columns' }).click()
    const chooser = page.getByRole('tooltip')
    await expect(chooser.getByRole('checkbox', { name: always, exact: true })).toBeDisabled()
    await chooser.getByRole('checkbox', { name: column }).press('Shift+ArrowUp')
    await expect.poll(() => place(column)).toBe(before - 1)
    await chooser.getByRole('checkbox', { name: column }).uncheck()
    await page.reload()
    await expect(page.getByRole('columnheader', { name: always })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: column })).toHaveCount(0)
  })

/** Drags a heading's edge by this many pixels. */
async function dragEdge(page: Page, heading: Locator, by: number) {
  const box = await heading.boundingBox()
  if (!box) throw new Error('the heading is not drawn')
  const [x, y] = [box.x + box.width - 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: 4 })
  await page.mouse.up()
}

const model = { failures: 0, success: 1, latency_ms: 900, first_token_ms: 90, tokens_per_second: 60, cache_share: 0.5 }
const HOUR = {
  slot_seconds: 180,
  since: 0,
  total: { calls: 4, ...model, follow_ups: 0, affinity_share: null },
  channels: [
    {
      id: 1,
      name: 'stormy',
      type: 1,
      status: 1,
      calls: 4,
      ...model,
      follow_ups: 0,
      affinity_share: null,
      slots: [],
      breakers: [],
      models: [{ model: 'gpt-5.5', calls: 4, ...model, follow_ups: 0, affinity_share: null, failure: null }],
    },
  ],
}

for (const { name, path, open, moved, target, key } of [
  { name: 'Models & prices', path: '/models-prices', moved: 'Price from', target: 'Margin', key: 'models-prices' },
  {
    name: 'Last hour',
    path: '/channel?columns=name.weight',
    open: 'Last hour',
    moved: 'Last error',
    target: 'Success',
    key: 'channel-hours',
  },
])
  test(`columns of ${name} are dragged to other places and widths, and chosen, also in a narrow window`, async ({
    page,
    operator,
  }) => {
    await operator.addChannel({ type: 1, name: 'stormy', key: 'k', models: 'gpt-5.5' })
    await page.route('**/api/channel/health', route =>
      route.fulfill({ json: { success: true, message: '', data: HOUR } }),
    )
    await page.setViewportSize({ width: 1920, height: 900 })
    const show = async () => {
      await page.goto(path)
      if (open) await page.locator('button:has(.anticon-line-chart)').click()
    }
    await show()
    const part = open ? page.getByRole('dialog', { name: open }) : page.getByRole('main')
    const heading = (title: string) => part.getByRole('columnheader', { name: title })
    const place = async (title: string) =>
      (await part.getByRole('columnheader').allInnerTexts()).findIndex(text => text.trim().startsWith(title))
    const width = (title: string) => heading(title).evaluate((cell: HTMLElement) => cell.offsetWidth)
    await expect(part.locator('tbody').getByText('gpt-5.5').first()).toBeVisible()
    const to = await place(target)
    await heading(moved).dragTo(heading(target))
    await expect.poll(() => place(moved)).toBe(to)
    const before = await width(target)
    await dragEdge(page, heading(target), 60)
    await expect.poll(() => width(target)).toBe(before + 60)

    await part.getByRole('button', { name: 'Columns' }).click()
    const chooser = page.getByRole('tooltip')
    await expect(chooser.getByRole('checkbox', { name: 'Model', exact: true })).toBeDisabled()
    await chooser.getByRole('checkbox', { name: target }).uncheck()
    await expect(heading(target)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(of => localStorage.getItem(`${of}-table-layout`), key)).toContain('"order"')
    await show()
    await expect(heading(moved)).toBeVisible()
    await expect(heading(target)).toHaveCount(0)
    // The list below has its own columns.
    if (open) await expect(page).toHaveURL(/columns=name\.weight$/)
    await page.setViewportSize(PHONE)
    await part.getByRole('button', { name: 'Columns' }).click()
    await expect(chooser.getByRole('checkbox', { name: target })).not.toBeChecked()
    expect(await barriers(page)).toEqual([])
  })
