import { expect } from '@playwright/test'
import { test } from './furnished.ts'
import { settled } from './page-problems.ts'

test('the log is filtered by several values, which its address, its sums and its exports have, too', async ({
  page,
  furnished: _,
}) => {
  const asked: URLSearchParams[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (/^\/api\/log\/(stat|export)?$/.test(pathname)) asked.push(searchParams)
  })
  await page.goto('/log?type=2')
  await settled(page)
  const models = await page
    .locator('tbody tr[data-row] td')
    .evaluateAll(cells => [
      ...new Set(cells.map(cell => cell.querySelector('a[href*="model_name="]')?.textContent ?? '').filter(Boolean)),
    ])
  const [first = '', second = ''] = models
  expect(second).not.toBe('')
  const model = page.getByRole('combobox', { name: 'Model', exact: true })
  for (const name of [first, second]) {
    await model.fill(name)
    await model.press('Enter')
  }
  await expect.poll(() => new URL(page.url()).searchParams.get('model_name')).toBe(`${first},${second}`)
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Error' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('2,5')
  await settled(page)
  await expect
    .poll(() =>
      page.locator('tbody a[href*="model_name="]').evaluateAll(links => {
        const isModel = (link: Element) =>
          new URL((link as HTMLAnchorElement).href).searchParams.get('model_name') === link.textContent
        return [...new Set(links.filter(isModel).map(link => link.textContent))].sort()
      }),
    )
    .toEqual([first, second].sort())
  await page.keyboard.press('Escape')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /As CSV/ }).click()
  await saving
  await expect
    .poll(() => asked.slice(-3).map(query => [query.get('model_name'), query.get('type')]))
    .toContainEqual([`${first},${second}`, '2,5'])
  await page.reload()
  await settled(page)
  await expect(model.locator('xpath=ancestor::*[contains(@class, "ant-select")][1]')).toBeVisible()
  await expect.poll(() => new URL(page.url()).searchParams.get('model_name')).toBe(`${first},${second}`)
})

test('Tab leaves a choice of several values without choosing', async ({ page, furnished: _ }) => {
  for (const [path, name, filter] of [
    ['/log', 'Type', 'type'],
    ['/channel', 'Health', 'health'],
    ['/user', 'Role', 'role'],
  ] as const) {
    await page.goto(path)
    await settled(page)
    const field = page.getByRole('combobox', { name, exact: true })
    await field.click()
    await field.press('ArrowDown')
    await expect(page.locator('.ant-select-item-option-active')).toBeVisible()
    await field.press('Tab')
    await expect(field).not.toBeFocused()
    await expect(page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')).toHaveCount(0)
    expect(new URL(page.url()).searchParams.has(filter)).toBe(false)
    await field.click()
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.has(filter)).toBe(true)
  }
})

test('nothing moves when a selection brings its bar', async ({ page, furnished: _ }) => {
  await page.addInitScript(() => {
    const shifts = Object.assign(window, { shifts: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Element | null }[] }
        // The bar's own buttons come as their code does.
        if (sources.some(({ node }) => !node?.closest?.('[role=toolbar]'))) shifts.shifts += value
      }
    }).observe({ type: 'layout-shift', buffered: false })
  })
  for (const path of ['/user', '/token', '/channel']) {
    await page.goto(path)
    await settled(page)
    const first = page.locator('tbody tr[data-row]').first()
    const top = () => first.evaluate(row => row.getBoundingClientRect().top)
    const before = await top()
    if (path === '/channel') await page.getByRole('switch', { name: 'Select several' }).click()
    const box = first.getByRole('checkbox').first()
    await expect(box).toBeVisible()
    await page.evaluate(() => Object.assign(window, { shifts: 0 }))
    await box.check()
    const bar = page.getByRole('toolbar', { name: /selected/ })
    await expect(bar).toBeVisible()
    expect(await top()).toBe(before)
    const shifted = () => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
    await expect.poll(shifted).toBeLessThan(0.01)
    await box.uncheck()
    expect(await top()).toBe(before)
  }
})

test('tasks are filtered by several channels, and channels by several models', async ({ page, furnished: _ }) => {
  for (const [path, label, values] of [
    ['/task', 'Channel', ['1', '2']],
    ['/channel', 'Model', ['gpt', 'claude']],
  ] as const) {
    await page.goto(path)
    const filter = page.getByRole('combobox', { name: label, exact: true })
    for (const value of values) {
      await filter.fill(value)
      await page.locator('.ant-select-item-option').first().waitFor()
      await filter.press('Enter')
    }
    const name = path === '/task' ? 'channel_id' : 'model'
    await expect.poll(() => new URL(page.url()).searchParams.get(name)).toBe(values.join(','))
  }
})
