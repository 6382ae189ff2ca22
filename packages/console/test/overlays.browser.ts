import { expect, type Page } from '@playwright/test'
import { test } from './furnished.ts'
import {
  menuOfFirstRow,
  type Overlay,
  ofFirstRow,
  openChoices,
  opened,
  overlayBarriers,
  press,
  showFilters,
} from './overlay-barriers.ts'
import { PHONE, withoutLive } from './page-problems.ts'

const calendar = (page: Page) => page.locator('.ant-picker-dropdown').waitFor()

async function openPalette(page: Page): Promise<void> {
  await press(page, 'Find anything')
  await page.getByRole('option').first().waitFor()
}

const ofTheFrame: Record<string, Overlay> = {
  'the menu of a phone': { path: '/token', only: 'phone', open: page => press(page, 'Open the menu') },
  'the languages': { path: '/token', open: page => press(page, 'Language') },
  'the account’s menu': { path: '/token', open: page => press(page, /^Account of/) },
  'the palette before anything is typed': { path: '/token', open: openPalette },
  'the palette': {
    path: '/token',
    open: async page => {
      await openPalette(page)
      await page.getByRole('combobox', { name: 'Find anything' }).fill('claude')
      await page
        .getByRole('option', { name: /claude/i })
        .first()
        .waitFor()
    },
  },
  'the palette without results': {
    path: '/token',
    open: async page => {
      await openPalette(page)
      await page.getByRole('combobox', { name: 'Find anything' }).fill('nothing has this name')
      await page.getByText('Nothing matches').waitFor()
    },
  },
}

const ofTokens: Record<string, Overlay> = {
  'a token’s form': { path: '/token?new=true' },
  'a token’s menu': { path: '/token', open: menuOfFirstRow },
  'the question before a token is deleted': { path: '/token', open: ofFirstRow('Delete') },
  'the calendar of an expiry': {
    path: '/token?new=true',
    open: async page => {
      await page.getByRole('dialog').getByPlaceholder('Never').click()
      await calendar(page)
    },
  },
  'the question before a form is left': {
    path: '/token?new=true',
    open: async page => {
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Draft')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    },
  },
  'what is said of something copied': {
    path: '/connect/cursor',
    open: async page => {
      await press(page, /^Copy/)
      await page.locator('.ant-message-notice, [role=dialog]').first().waitFor()
    },
  },
  'a hint': {
    path: '/token',
    only: 'desktop',
    open: async page => {
      await page
        .getByRole('button', { name: /^Edit: / })
        .first()
        .hover()
      await opened(page, 'tooltip')
    },
  },
}

const ofTheLog: Record<string, Overlay> = {
  'a receipt in the log': { path: '/log', open: page => page.locator('button[aria-expanded=false]').first().click() },
  'the menu of a call': { path: '/log?type=2', only: 'desktop', open: menuOfFirstRow },
  'the question before a model is refused': {
    // for a token with limits there is no question
    path: '/log?type=2&token_name=Web+shop',
    only: 'desktop',
    open: ofFirstRow('Refuse this model to this token'),
  },
  'the user of a call': {
    path: '/log',
    only: 'desktop',
    open: async page => {
      await page
        .getByRole('main')
        .getByRole('link', { name: /^About / })
        .first()
        .click()
      await page.getByRole('tooltip').getByText('Balance').waitFor()
    },
  },
  'what the log is exported as': { path: '/log', open: page => press(page, 'Export') },
  'the columns of a list': { path: '/channel', open: page => press(page, 'Columns') },
  'the calendar of a list': {
    path: '/log',
    open: async page => {
      await showFilters(page)
      await page.getByPlaceholder('Start date').click()
      await calendar(page)
    },
  },
  'the kinds of calls': {
    path: '/log',
    open: async page => {
      await showFilters(page)
      await openChoices(page, 'Type')
    },
  },
}

const ofOtherPages: Record<string, Overlay> = {
  'the calendar of the dashboard': {
    path: '/detail',
    open: async page => {
      await showFilters(page)
      await page.getByPlaceholder('From').click()
      await calendar(page)
    },
  },
  'what the dashboard is exported as': { path: '/detail', open: page => press(page, 'CSV') },
  'a drawing': { path: '/midjourney', open: page => press(page, /^View the picture/) },
  'a task’s record': {
    path: '/task',
    open: async page => {
      if (page.viewportSize()?.width === PHONE.width)
        await page.getByRole('article').first().locator('button[aria-expanded]').click()
      await press(page, /^task_/)
    },
  },
  'the chats of the playground': {
    path: '/playground',
    open: page => page.locator('main header .ant-btn').first().click(),
  },
  'the code of a chat': { path: '/playground', open: page => press(page, 'Show as code') },
  'the settings of the playground': {
    path: '/playground',
    only: 'phone',
    open: page => press(page, 'Settings'),
  },
  'compared prices': { path: '/pricing?compare=gpt-5.5,claude-opus-5' },
  'the profile’s form': { path: '/personal', open: page => press(page, 'Edit') },
}

const groups = {
  'over every page': ofTheFrame,
  'over the tokens': ofTokens,
  'over the log': ofTheLog,
  'over other pages of users': ofOtherPages,
}

for (const size of ['desktop', 'phone'] as const) {
  for (const [where, overlays] of Object.entries(groups)) {
    test(`what opens ${where} keeps nobody out, on a ${size}`, async ({ page }) => {
      test.setTimeout(600_000)
      await withoutLive(page)
      expect(await overlayBarriers(page, overlays, size)).toEqual([])
    })
  }
}
