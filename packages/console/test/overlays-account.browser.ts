import { join } from 'node:path'
import { expect } from '@playwright/test'
import { TOTP } from 'otpauth'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import type { Gateway } from './gateway.ts'
import { OPERATOR, type Operator } from './operator.ts'
import { type Overlay, ofFirstRow, opened, overlayBarriers, press } from './overlay-barriers.ts'
import { withoutLive } from './page-problems.ts'
import { test } from './signed-in.ts'

const SESSION_ENDED = { status: 401, json: { success: false, message: '', code: 'session_missing' } }

/** Dialogs about the user's own account and what they made. Each may change the gateway for later ones. */
const overlays = ({ url, databaseFile }: Gateway, operator: Operator): Record<string, Overlay> => ({
  'a notice': {
    path: '/',
    open: async page => {
      await operator.setOption(
        'Notice',
        '# Maintenance\n\nAt **noon**, see [the plan](https://plan.example).\n\n- `one`\n- two',
      )
      await page.goto('/token')
      await page.getByRole('dialog', { name: 'Notice' }).getByText('noon').waitFor()
      await operator.setOption('Notice', '')
    },
  },
  'the keys of new tokens': {
    path: '/token?new=true',
    open: async page => {
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Shop')
      await press(page, /^Create$/)
      await page.getByRole('dialog').getByText('Base URL').first().waitFor()
    },
  },
  'a call to try a token': {
    path: '/token?new=true',
    open: async page => {
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Shop')
      await press(page, /^Create$/)
      await press(page, 'Try it')
      await page.getByRole('dialog', { name: /Try/ }).waitFor()
    },
  },
  'codes that were made': {
    path: '/redemption',
    open: async page => {
      await page.locator('header .ant-btn-primary').click()
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Autumn')
      await page.getByRole('dialog').locator('button[type=submit], .ant-btn-primary').last().click()
      await page
        .getByRole('dialog')
        .getByText(/[0-9a-f]{16}/)
        .first()
        .waitFor()
    },
  },
  'a change that somebody else made, too': {
    path: '/channel',
    open: async page => {
      const { id } = await operator.addChannel({
        type: 1,
        name: 'OpenAI',
        key: 'sk-upstream',
        models: 'gpt-4o',
        tag: 'east',
      })
      await page.goto(`/channel/edit/${id}`)
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Mine')
      await operator.ask('PUT', '/api/channel/', { id, name: 'Theirs', tag: 'west' })
      await press(page, 'Save')
      await page.getByRole('dialog', { name: 'Somebody else has changed this channel' }).waitFor()
    },
  },
  'the question before a user is made an administrator': {
    path: '/user',
    open: async page => {
      const username = `reader${Date.now() % 10_000}`
      await operator.ask('POST', '/api/user/', { username, password: 'let me read', display_name: '' })
      await page.reload()
      await ofFirstRow('Promote')(page)
    },
  },
  'an address to be bound': {
    path: '/personal',
    open: async page => {
      await press(page, 'Bind E-mail')
      await opened(page)
    },
  },
  'WeChat to be bound': {
    path: '/personal',
    open: async page => {
      const options = {
        WeChatServerAddress: url,
        WeChatServerToken: 'token',
        WeChatAccountQRCodeImageURL: `${url}/logo.png`,
        WeChatAuthEnabled: true,
      }
      for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
      await page.reload()
      await press(page, 'Bind WeChat')
      await opened(page)
    },
  },
  'the question before other sessions end': {
    path: '/personal',
    open: async page => {
      await operator.ask('POST', '/api/user/login', OPERATOR)
      await page.reload()
      await press(page, 'Sign out everywhere else')
      await opened(page)
    },
  },
  'the question before an access token is made': {
    path: '/personal',
    open: async page => {
      await press(page, 'Generate a token')
      await opened(page)
    },
  },
  'a second factor to be set up': {
    path: '/personal',
    open: async page => {
      await press(page, 'Set up')
      await page.getByRole('dialog').locator('pre').waitFor()
    },
  },
  'whether it is really them': {
    path: '/personal',
    open: async page => {
      await runQuietly('It is an hour later.', bun, [join(import.meta.dirname, 'signed-in-long-ago.ts'), databaseFile])
      await press(page, 'Set up')
      await page
        .getByRole('dialog', { name: 'Confirm that it is you' })
        .getByLabel('Password', { exact: true })
        .waitFor()
    },
  },
  'a guess at who it is': {
    path: '/personal',
    open: async page => {
      await press(page, 'Set up')
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await dialog.getByLabel('Password', { exact: true }).fill('a guess')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await dialog.getByRole('alert').waitFor()
    },
  },
  'a sign-in in the middle of a form': {
    path: '/token?new=true',
    open: async page => {
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Shop')
      // Had it ended before, any other request of the page would open the sign-in over the form.
      await page.route('**/api/token/', route => route.fulfill(SESSION_ENDED), { times: 1 })
      await press(page, /^Create$/)
      await page
        .getByRole('dialog', { name: 'Your session has ended' })
        .getByLabel('Password', { exact: true })
        .waitFor()
    },
  },
})

for (const size of ['desktop', 'phone'] as const) {
  test(`dialogs about one’s account keep nobody out, on a ${size}`, async ({ page, gateway, operator }) => {
    test.setTimeout(600_000)
    await withoutLive(page)
    expect(await overlayBarriers(page, overlays(gateway, operator), size)).toEqual([])
  })
}

test('recovery codes keep nobody out, in both themes', async ({ page }) => {
  const secretIn = async () => (await page.getByRole('dialog').locator('pre').textContent()) ?? ''
  const codes: Overlay = {
    path: '/personal',
    only: 'desktop',
    open: async page => {
      await press(page, 'Set up')
      const secret = await secretIn()
      await page.getByLabel('The code that the app shows now').fill(new TOTP({ secret }).generate())
      await press(page, 'Switch on')
      await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor()
    },
  }
  expect(await overlayBarriers(page, { 'recovery codes': codes }, 'desktop')).toEqual([])
})
