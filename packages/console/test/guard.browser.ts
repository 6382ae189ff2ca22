import { expect } from '@playwright/test'
import { ROLE } from '@tollgate/contract'
import { test } from './furnished.ts'

const USER_PAGES = ['/token', '/log', '/setting', '/personal']
const ADMIN_PAGES = [
  '/channel',
  '/channel/add',
  '/channel/edit/1',
  '/redemption',
  '/order',
  '/plan',
  '/plan/users',
  '/rights',
  '/user/messages',
]
const SUPER_ADMIN_PAGES = ['/books', '/user/invitations']

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('pages for users lead to the login, public ones open', async ({ page }) => {
    for (const path of [...USER_PAGES, ...ADMIN_PAGES, ...SUPER_ADMIN_PAGES]) {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
    }
    for (const path of ['/', '/about', '/no-such-page']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
  })

  test('the side menu is everywhere but on the home page, and leads to the login', async ({ page }) => {
    const menu = page.getByRole('navigation', { name: 'Console menu' })
    for (const path of ['/login', '/about', '/pricing', '/no-such-page']) {
      await page.goto(path)
      await expect(menu.getByRole('link', { name: 'API tokens' })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'System settings' })).toBeHidden()
    }
    await menu.getByRole('link', { name: 'API tokens' }).click()
    await expect(page).toHaveURL('/login')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(menu).toBeHidden()
  })
})

test('a normal user sees no links to admin pages, and gets a notice there', async ({ page, furnished }) => {
  const normal = { ...furnished.operator.user, role: ROLE.user }
  await page.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(normal))
  await page.route('/api/user/self', route => route.fulfill({ json: { success: true, message: '', data: normal } }))
  await page.goto('/token')
  await expect(page.getByRole('link', { name: 'Usage log' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Channels' })).toBeHidden()
  for (const path of ADMIN_PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is for administrators')
  }
  for (const path of SUPER_ADMIN_PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is for the super admin')
  }
  await page.goto('/setting')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to set here for your account')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'System settings' })).toBeHidden()
})

test('what is said fits who reads it: a user’s log has no channels, and what is missing is called by its name', async ({
  page,
  furnished,
}) => {
  await page.goto('/channel/edit/4711')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The channel could not be loaded')
  await page.goto('/log')
  await expect(page.getByRole('main')).toContainText('through which channel')

  const normal = { ...furnished.operator.user, role: ROLE.user }
  await page.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(normal))
  await page.route('/api/user/self', route => route.fulfill({ json: { success: true, message: '', data: normal } }))
  await page.goto('/log?type=2')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/channel/i)
})
