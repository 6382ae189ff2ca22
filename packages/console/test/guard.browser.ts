import { expect } from '@playwright/test'
import { ROLE } from '@tollgate/contract'
import { test } from './furnished.ts'

const USER_PAGES = ['/token', '/log']
const ADMIN_PAGES = ['/channel', '/channel/add', '/channel/edit/1', '/redemption', '/setting']

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('pages for users lead to the login, public ones open', async ({ page }) => {
    for (const path of [...USER_PAGES, ...ADMIN_PAGES]) {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
    }
    for (const path of ['/', '/about', '/no-such-page']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
  })
})

test('a normal user sees no way in to admin pages, and is told so there', async ({ page, furnished }) => {
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
})
