import { expect, type Page } from '@playwright/test'
import { type ConsoleLanguage, LANGUAGES, OFFERED_LANGUAGES } from '@tollgate/contract'
import { findings, paleTexts } from './axe.ts'
import { test } from './furnished.ts'
import { DESKTOP, follow, PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { enter, TRIED_FOR_BARRIERS } from './page-states.ts'

/** Every page, and what opens over it. */
const views: { path: string; open?: (page: Page) => Promise<void> }[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/login?expired=true' },
  { path: '/about' },
  { path: '/user-agreement' },
  { path: '/register' },
  { path: '/reset' },
  { path: '/unsubscribe?token=1.x' },
  { path: '/token' },
  { path: '/token', open: page => page.locator('header .ant-btn-primary').click() },
  { path: '/connect/claude-code' },
  { path: '/connect/cursor' },
  { path: '/detail' },
  {
    path: '/detail?unit=day',
    open: page => page.locator('section header .ant-segmented').nth(1).locator('label').last().click(),
  },
  { path: '/detail?start_timestamp=1000&end_timestamp=80000' },
  { path: '/playground' },
  { path: '/playground', open: page => page.locator('main header .ant-btn').first().click() },
  { path: '/log' },
  { path: '/log', open: page => page.locator('tbody button[aria-expanded]').first().click() },
  { path: '/log/receipt/1' },
  { path: '/midjourney' },
  { path: '/task' },
  { path: '/task', open: page => page.getByRole('button', { name: 'task_song', exact: true }).click() },
  { path: '/chat' },
  { path: '/chat/0' },
  { path: '/chat/3' },
  { path: '/chat/99' },
  { path: '/channel' },
  { path: '/channel/add' },
  { path: '/channel/edit/1' },
  { path: '/channel?keyword=nothing-has-this-name' },
  { path: '/topup' },
  { path: '/topup/invoice/1' },
  { path: '/topup/statement' },
  { path: '/personal' },
  { path: '/personal', open: page => page.locator('section header button').first().click() },
  { path: '/user' },
  { path: '/user/edit' },
  { path: '/pricing' },
  { path: '/pricing?compare=gpt-5.5,claude-opus-5&sort=input&ability=vision' },
  { path: '/pricing', open: page => page.locator('tbody button[aria-expanded]').first().click() },
  { path: '/pricing/gpt-5.5' },
  { path: '/models-prices' },
  { path: '/models-prices?tab=sync' },
  { path: '/models-prices?tab=what-if' },
  { path: '/books' },
  { path: '/jobs' },
  { path: '/jobs', open: page => page.locator('tbody button[aria-expanded]').first().click() },
  { path: '/system' },
  { path: '/moving-in' },
  { path: '/redemption' },
  { path: '/redemption', open: page => page.locator('header .ant-btn-primary').click() },
  { path: '/order' },
  { path: '/plan' },
  { path: '/plan', open: page => page.locator('header .ant-btn-primary').click() },
  { path: '/plan/users' },
  { path: '/team' },
  { path: '/team', open: page => page.locator('header .ant-btn-primary').click() },
  { path: '/rights' },
  { path: '/user/invitations' },
  { path: '/user/messages' },
  { path: '/user/messages', open: page => page.locator('header .ant-btn-primary').click() },
  { path: '/invitation' },
  ...['operation', 'rate-limit', 'model-related', 'system', 'overview', 'other'].map(tab => ({
    path: `/setting?tab=${tab}`,
  })),
  { path: '/setting', open: page => page.locator('#operation-model-ratio [role=tab]').nth(1).click() },
  { path: '/setting?q=quota' },
  { path: '/api-docs' },
  { path: '/api-docs', open: page => page.locator('summary').first().click() },
  { path: '/no-such-page' },
]

const load = (page: Page, path: string) => page.goto(path)

/**
 * How each language is looked at. One loads every page by its address, which shows what a page forgot to load; the others follow
 * links, which is quicker. Texts and widths are the same in both themes.
 */
const ways: Record<
  ConsoleLanguage,
  { colorScheme: 'light' | 'dark'; show: (page: Page, path: string) => Promise<unknown> }
> = {
  en: { colorScheme: 'light', show: load },
  zh: { colorScheme: 'light', show: follow },
  ru: { colorScheme: 'dark', show: follow },
  fr: { colorScheme: 'light', show: follow },
  ja: { colorScheme: 'dark', show: follow },
  vi: { colorScheme: 'light', show: follow },
  'zh-TW': { colorScheme: 'dark', show: follow },
}

const wanted: readonly string[] = process.env.TEST_LANGUAGES?.split(',') ?? LANGUAGES

for (const language of OFFERED_LANGUAGES.filter(language => wanted.includes(language))) {
  const { colorScheme, show } = ways[language]
  test(`every page opens in ${language}, on a desktop and on a phone`, async ({ page }) => {
    // Some seventy views, on a possibly slow machine.
    test.setTimeout(900_000)
    const problems: string[] = []
    let place = ''
    const note = (...found: string[]) => problems.push(...found.map(problem => `${place}: ${problem}`))
    page.on('pageerror', error => note(error.message))
    page.on('console', message => message.type() === 'error' && note(message.text()))
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    await load(page, '/about')

    for (const { path, open } of views) {
      place = `${path}${open ? ', opened' : ''}`
      await enter(page, { size: DESKTOP, colorScheme })
      await show(page, path)
      await settled(page)
      await open?.(page)
      await settled(page)
      note(...(await problemsOnScreen(page, language)))
      if (language === TRIED_FOR_BARRIERS) {
        note(...(await findings(page)))
        place += ', dark'
        await enter(page, { size: DESKTOP, colorScheme: 'dark' })
        await settled(page)
        note(...(await paleTexts(page)))
      }

      place += ', on a phone'
      await page.setViewportSize(PHONE)
      await settled(page)
      note(...(await problemsOnScreen(page, language)))
      if (language === TRIED_FOR_BARRIERS) note(...(await paleTexts(page)))
    }
    expect([...new Set(problems)]).toEqual([])
  })
}
