import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '@tollgate/contract'
import { barriers } from './axe.ts'
import { test } from './fresh.ts'
import { DESKTOP, openIn, PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { enter, STATES } from './page-states.ts'
import { tabTo } from './tab-to.ts'

const ACCOUNT = { username: 'root', password: 'correct horse' }

test('a fresh gateway leads every page to its set-up, which speaks every language on every screen', async ({
  page,
}) => {
  const problems: string[] = []
  await page.goto('/token')
  for (const language of LANGUAGES) {
    await openIn(page, language, '/token')
    await expect(page).toHaveURL('/setup')
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      await settled(page)
      problems.push(...(await problemsOnScreen(page, language)))
    }
  }
  expect(problems).toEqual([])
})

test('the wizard refuses a bad account, makes a good one and ends on the first steps', async ({ page }) => {
  await page.goto('/log')
  await expect(page).toHaveURL('/setup')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('other')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Please enter admin username')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByText('The two passwords entered do not match')).toBeVisible()

  await page.getByLabel('Username').fill(ACCOUNT.username)
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password)
  await page.getByLabel('Confirm password').fill(ACCOUNT.password)
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /For myself/ }).check()
  await page.getByRole('button', { name: 'Finish set-up' }).click()
  await expect(page.getByText('All set.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('0 of 4 done')).toBeVisible()
  await expect(page.getByText('Self-use mode')).toBeVisible()
  await page.goto('/setup')
  await expect(page).toHaveURL('/')
})

test('without a mouse: the wizard, which keeps nobody out at any step', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const problems = await barriersOfStep(page, 'database')
  await tabTo(page, page.getByRole('button', { name: 'Next' }))
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Username')).toBeFocused()
  problems.push(...(await barriersOfStep(page, 'account')))
  await page.keyboard.type(ACCOUNT.username)
  for (const label of ['Password', 'Confirm password']) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(ACCOUNT.password)
  }
  await page.keyboard.press('Enter')

  await expect(page.getByRole('radio', { name: /For others/ })).toBeFocused()
  problems.push(...(await barriersOfStep(page, 'usage')))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /For myself/ })).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Finish set-up' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('0 of 4 done')).toBeVisible()
  expect(problems).toEqual([])
})

/** On a phone and on a desktop, where it ends. */
async function barriersOfStep(page: Page, step: string): Promise<string[]> {
  const problems: string[] = []
  for (const state of [STATES.phone, STATES.desktop]) {
    await enter(page, state)
    await settled(page)
    problems.push(...(await barriers(page)).map(problem => `${step}, ${state.size.width}: ${problem}`))
  }
  return problems
}

test('a set-up that is refused without a word says so in the reader’s language', async ({ page }) => {
  await page.route('/api/setup', route =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { success: false, message: '', data: null } })
      : route.fulfill({
          json: { success: true, message: '', data: { status: false, root_init: true, database_type: 'sqlite' } },
        }),
  )
  const said = {
    en: 'Initialization failed, please retry',
    zh: '初始化失败，请重试',
    ru: 'Не удалось выполнить настройку, повторите попытку',
  } as const
  await page.goto('/setup')
  for (const language of LANGUAGES) {
    await openIn(page, language, '/setup')
    const next = page.locator('form button[type=submit]')
    for (let step = 0; step < 3; step++) {
      await expect(page.locator('li[aria-current=step]')).toContainText(String(step + 1))
      await next.click()
    }
    await expect(page.getByText(said[language], { exact: true })).toBeVisible()
  }
})
