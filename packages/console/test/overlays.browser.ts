import { expect, type Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { test } from './furnished.ts'
import { DESKTOP, PHONE, settled, withoutLive } from './page-problems.ts'

const moreActions = (page: Page) =>
  page
    .locator('tbody, main')
    .getByRole('button', { name: /^More actions/ })
    .first()

/** Chooses from the menu of the first channel. */
const ofChannel = (action: string) => async (page: Page) => {
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}

/** What opens over a page: forms, dialogs, menus. */
const overlays: Record<string, { path: string; open?: (page: Page) => Promise<void> }> = {
  'a token’s form': { path: '/token?new=true' },
  'a token’s menu': { path: '/token', open: page => moreActions(page).click() },
  'a channel’s form': { path: '/channel/add' },
  'a stored channel’s form': { path: '/channel/edit/1' },
  'a channel’s menu': { path: '/channel', open: page => moreActions(page).click() },
  'a channel’s test': { path: '/channel?keyword=1&test=1' },
  'a channel’s test results': {
    path: '/channel?keyword=1&test=1',
    open: async page => {
      await page.getByRole('button', { name: /^Test all/ }).click()
      await expect(page.getByRole('dialog')).toContainText(/(\d+) of \1 tested/)
    },
  },
  'a channel’s keys': { path: '/channel', open: ofChannel('Keys') },
  'a channel’s model list': { path: '/channel', open: ofChannel('Fetch the model list') },
  'channels in the last hour': {
    path: '/channel',
    open: async page => {
      await page.getByRole('button', { name: 'Last hour' }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  'the question before a channel is deleted': { path: '/channel', open: ofChannel('Delete') },
  'the columns of a list': { path: '/channel', open: page => page.getByRole('button', { name: 'Columns' }).click() },
  'a tag’s form': {
    path: '/channel',
    open: async page => {
      await page.getByRole('switch', { name: 'By tags' }).click()
      await page.getByRole('button', { name: /^Edit/ }).first().click()
    },
  },
  'a user’s form': { path: '/user/edit/1' },
  'a new user’s form': { path: '/user/edit' },
  'a user’s menu': { path: '/user', open: page => moreActions(page).click() },
  'a form of redemption codes': {
    path: '/redemption',
    open: page => page.locator('header .ant-btn-primary').click(),
  },
  'a user’s quota': {
    path: '/user/edit/1',
    open: page => page.getByRole('button', { name: 'Add quota' }).click(),
  },
  'a task’s record': {
    path: '/task',
    open: async page => {
      if (await page.getByRole('button', { name: 'task_song', exact: true }).isHidden())
        await page.getByRole('article').first().locator('button[aria-expanded]').click()
      await page
        .getByRole('button', { name: /^task_/ })
        .first()
        .click()
    },
  },
  'the chats of the playground': {
    path: '/playground',
    open: page => page.locator('main header .ant-btn').first().click(),
  },
  'the profile’s form': {
    path: '/personal',
    open: page => page.getByRole('button', { name: 'Edit' }).first().click(),
  },
  'the languages': { path: '/token', open: page => page.getByRole('button', { name: 'Language' }).click() },
  'the account’s menu': { path: '/token', open: page => page.getByRole('button', { name: /^Account of/ }).click() },
  'a receipt in the log': { path: '/log', open: page => page.locator('button[aria-expanded=false]').first().click() },
  'compared prices': { path: '/pricing?compare=gpt-5.5,claude-opus-5' },
  'the palette': {
    path: '/token',
    open: async page => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find anything' }).fill('claude')
      await page.getByRole('option').first().waitFor()
    },
  },
}

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`what opens over a page keeps nobody out, in both themes, on a ${size}`, async ({ page }) => {
    test.setTimeout(600_000)
    await withoutLive(page)
    const problems: string[] = []
    for (const [name, { path, open }] of Object.entries(overlays)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(path)
      await settled(page)
      await open?.(page)
      await settled(page)
      problems.push(...(await barriers(page)).map(problem => `${name}: ${problem}`))
      await page.emulateMedia({ colorScheme: 'dark' })
      await settled(page)
      problems.push(...(await barriers(page, ['color-contrast'])).map(problem => `${name}, dark: ${problem}`))
    }
    expect(problems).toEqual([])
  })
}
