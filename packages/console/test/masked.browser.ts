import { expect, type Page } from '@playwright/test'
import type { User } from '@tollgate/contract'
import { logged } from './logged.ts'
import { settled } from './page-problems.ts'
import { test } from './signed-in.ts'
import { startUpstream } from './upstream/index.ts'

/** Every page that shows something of an account, with what opens over it. */
const VIEWS: { path: string; open?: (page: Page) => Promise<void> }[] = [
  { path: '/' },
  { path: '/detail' },
  {
    path: '/detail?username=keeper,katya&group=default',
    open: page => page.getByRole('combobox', { name: 'User', exact: true }).click(),
  },
  { path: '/token' },
  { path: '/log' },
  { path: '/log', open: page => page.locator('tbody button[aria-expanded]').first().click() },
  { path: '/log', open: page => page.locator('tbody a[aria-haspopup]').first().click() },
  { path: '/log/receipt/1' },
  { path: '/connect/claude-code' },
  { path: '/channel' },
  { path: '/topup' },
  { path: '/topup/statement' },
  { path: '/topup/statement?user=2' },
  { path: '/personal' },
  { path: '/user' },
  { path: '/user', open: page => action(page, 'History') },
  { path: '/rights' },
  { path: '/rights', open: page => page.locator('tbody button').last().click() },
  { path: '/team' },
  { path: '/order' },
  { path: '/plan/users' },
  { path: '/redemption' },
  { path: '/user/invitations' },
  { path: '/user/messages' },
  { path: '/task' },
  { path: '/midjourney' },
  { path: '/system' },
  { path: '/books' },
]

const action = async (page: Page, name: string) => {
  await page
    .getByRole('button', { name: /^More actions for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name }).click()
}

const switchMask = async (page: Page, to: 'Mask' | 'Show') => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: `${to} sensitive values` }).click()
}

test('no page holds a name, address, key or amount while they are masked, in its texts or its attributes', async ({
  page,
  operator,
  gateway,
}) => {
  test.setTimeout(240_000)
  const { ask, addChannel, addToken } = operator
  const upstream = await startUpstream(0)
  await addChannel({ type: 1, name: 'Shown', models: 'gpt-5.5', base_url: upstream.url, key: 'sk-upstream' })
  const { key, bearer } = await addToken({ name: 'shown', unlimited_quota: false, remain_quota: 61_726_500 })
  for (const [username, display_name] of [
    ['katya', 'Katarina'],
    ['boris', 'Boris the Second'],
  ])
    await ask('POST', '/api/user/', { username, display_name, password: 'correct horse' })
  const { items } = await ask<{ items: User[] }>('GET', '/api/user/search?keyword=katya')
  const katya = items[0]?.id ?? 0
  await ask('POST', `/api/user/${katya}/quota`, { mode: 'override', value: 38_885_000 })
  await ask('POST', '/api/user/manage', { id: katya, action: 'promote' })
  await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-5.5', messages: [{ role: 'user', content: 'How much?' }] }),
  }).then(answer => answer.text())
  await logged(operator, 'type=2', 1)
  const secrets = ['katya', 'Katarina', 'boris', operator.user.username, key.slice(0, 8), '123.45', '77.77']

  await page.goto('/user')
  await expect(page.getByText('katya')).toBeVisible()
  await switchMask(page, 'Mask')
  await expect(page.getByText('katya')).toBeHidden()
  const leaks: string[] = []
  for (const { path, open } of VIEWS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    await open?.(page)
    await settled(page)
    const html = await page.content()
    for (const secret of secrets) {
      const at = html.indexOf(secret)
      if (at >= 0) leaks.push(`${path}${open ? ' opened' : ''}: ${html.slice(Math.max(0, at - 120), at + 60)}`)
    }
  }
  await upstream.stop()
  expect(leaks).toEqual([])
})

test('the mask is read as “Hidden”, also for IP addresses and after a reload, and goes when values are shown again', async ({
  page,
  operator,
}) => {
  await operator.addToken({ name: 'shown' })
  await operator.ask('POST', '/api/user/', { username: 'katya', password: 'correct horse' })
  const hidden = page.getByRole('img', { name: 'Hidden' })
  const openFirst = () => page.locator('tbody button[aria-expanded=false]').first().click()
  const details = page.locator('tbody td[colspan] dl')

  await page.goto('/log')
  await openFirst()
  await expect(details).toContainText('127.0.0.1')
  await expect(hidden).toHaveCount(0)
  await switchMask(page, 'Mask')
  await expect(details.getByRole('definition').filter({ has: hidden }).first()).toBeVisible()
  await expect(details).not.toContainText('127.0.0.1')

  for (const path of ['/user', '/token', '/log', '/personal', '/rights', '/topup']) {
    await page.goto(path)
    await expect(hidden.first(), path).toBeVisible()
  }
  const balance = page.getByRole('region', { name: 'Balance' })
  await expect(balance.getByRole('img', { name: 'Hidden' }).first()).toBeVisible()
  await expect(balance).not.toContainText('$')
  await switchMask(page, 'Show')
  await expect(balance).toContainText('$')
  await expect(hidden).toHaveCount(0)
})
