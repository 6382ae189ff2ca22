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
} from './overlay-barriers.ts'
import { withoutLive } from './page-problems.ts'

/** Presses one button, then the next in what it opened. */
const one =
  (first: string, item: string) =>
  async (page: Page): Promise<void> => {
    await press(page, first)
    await page.getByRole('menuitem', { name: item }).click()
    await opened(page)
  }

const withAllSelected = (button: string) => async (page: Page) => {
  await page.getByRole('switch', { name: 'Select several' }).setChecked(true)
  await page.getByRole('checkbox').first().check()
  await page
    .getByRole('toolbar', { name: /selected/ })
    .getByRole('button', { name: button })
    .click()
  await opened(page)
}

const ofChannels: Record<string, Overlay> = {
  'a channel’s menu': { path: '/channel', open: menuOfFirstRow },
  'a channel’s test': { path: '/channel?keyword=1&test=1' },
  'a channel’s test results': {
    path: '/channel?keyword=1&test=1',
    open: async page => {
      await press(page, /^Test all/)
      await expect(page.getByRole('dialog')).toContainText(/(\d+) of \1 tested/)
    },
  },
  'a channel’s keys': { path: '/channel', open: ofFirstRow('Keys') },
  'a key to be replaced': {
    path: '/channel',
    open: async page => {
      await ofFirstRow('Keys')(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^More actions/ })
        .click()
      await page.getByRole('menuitem', { name: 'Replace' }).click()
      await page.getByRole('dialog', { name: /^Replace key/ }).waitFor()
    },
  },
  'a channel’s model list': { path: '/channel', open: ofFirstRow('Fetch the model list') },
  'the question before a channel is deleted': { path: '/channel', open: ofFirstRow('Delete') },
  'channels in the last hour': {
    path: '/channel',
    open: async page => {
      await press(page, 'Last hour')
      await page.getByRole('dialog').getByRole('region', { name: 'Last hour' }).waitFor()
    },
  },
  'what is checked of all channels': { path: '/channel', open: page => press(page, 'Checks') },
  'the question before all channels are tested': { path: '/channel', open: one('Checks', 'Test all channels') },
  'the question before the disabled channels are deleted': {
    path: '/channel',
    open: one('More', 'Delete disabled channels'),
  },
  'the tag of several channels': { path: '/channel', only: 'desktop', open: withAllSelected('Set tag') },
  'the question before several channels are deleted': {
    path: '/channel',
    only: 'desktop',
    open: withAllSelected('Delete'),
  },
  'all models of a channel': {
    path: '/channel',
    only: 'desktop',
    open: async page => {
      await page.locator('tbody [data-tag][tabindex="0"]').first().focus()
      await opened(page, 'tooltip')
    },
  },
  'a tag’s form': {
    path: '/channel',
    open: async page => {
      await page.getByRole('switch', { name: 'By tags' }).click()
      await press(page, /^Edit/)
    },
  },
}

const ofAChannelsForm: Record<string, Overlay> = {
  'a channel’s form': { path: '/channel/add' },
  'a stored channel’s form': { path: '/channel/edit/1' },
  'the providers': {
    path: '/channel/add',
    open: page => openChoices(page, 'Type', 'dialog'),
  },
  'the kept lists of models': { path: '/channel/edit/1', open: page => press(page, 'Lists') },
  'models to be kept as a list': { path: '/channel/edit/1', open: one('Lists', 'Keep these models as a list') },
  'the question before a key is shown': {
    path: '/channel/edit/1',
    open: async page => {
      await press(page, 'Reveal key')
      await page.getByRole('dialog', { name: /^Reveal the key/ }).waitFor()
    },
  },
  'the question before a form with a key is left': {
    path: '/channel/add',
    open: async page => {
      await page.getByRole('dialog').getByLabel('Key', { exact: true }).fill('sk-secret')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    },
  },
}

const ofTheSite: Record<string, Overlay> = {
  'a user’s form': { path: '/user/edit/1' },
  'the groups of a user': { path: '/user/edit/1', open: page => openChoices(page, 'Group', 'dialog') },
  'a new user’s form': { path: '/user/edit' },
  'a user’s menu': { path: '/user', open: menuOfFirstRow },
  'a user’s history': { path: '/user', open: ofFirstRow('History') },
  'a user’s quota': { path: '/user/edit/1', open: page => press(page, 'Add quota') },
  'a form of redemption codes': { path: '/redemption', open: page => page.locator('header .ant-btn-primary').click() },
  'a model’s price': {
    path: '/setting',
    open: async page => {
      await page.getByRole('tab', { name: 'Visual editor' }).click()
      await press(page, 'Add model')
    },
  },
  'the question before old rows are deleted': {
    path: '/setting?tab=operation',
    open: async page => {
      await press(page, 'Clear logs')
      await opened(page)
    },
  },
  'the calendar of a setting': {
    path: '/setting?tab=operation',
    open: async page => {
      await page.locator('.ant-picker input').first().click()
      await page.locator('.ant-picker-dropdown').waitFor()
    },
  },
  'the question before ratios are reset': {
    path: '/setting',
    open: async page => {
      await press(page, 'Reset model ratios')
      await opened(page)
    },
  },
}

const groups = {
  'over the channels': ofChannels,
  'over a channel’s form': ofAChannelsForm,
  'over the site’s pages': ofTheSite,
}

for (const size of ['desktop', 'phone'] as const) {
  for (const [where, overlays] of Object.entries(groups)) {
    test(`what opens ${where} keeps no administrator out, on a ${size}`, async ({ page }) => {
      test.setTimeout(600_000)
      await withoutLive(page)
      expect(await overlayBarriers(page, overlays, size)).toEqual([])
    })
  }
}
