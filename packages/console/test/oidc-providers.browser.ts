import { expect } from '@playwright/test'
import { type OidcServer, startOidcServer } from '../../server/test/support/oidc-server.ts'
import { barriers } from './axe.ts'
import { settled } from './page-problems.ts'
import { test as base } from './set-up.ts'

const test = base.extend<{ north: OidcServer }>({
  north: async ({ gateway }, use) => {
    const server = await startOidcServer(`${gateway.url}/oauth/north`)
    await use(server)
    await server.stop()
  },
})

test('a further OIDC provider is added, gives its group to somebody who signs in, and stays their only way in', async ({
  browser,
  operator,
  gateway,
  north,
}) => {
  const asRoot = await browser.newContext({ baseURL: gateway.url, locale: 'en-US' })
  await asRoot.addCookies([{ ...operator.session, url: gateway.url }])
  const settings = await asRoot.newPage()
  await settings.goto('/login')
  await settings.evaluate(user => localStorage.setItem('user', user), JSON.stringify(operator.user))
  await settings.goto('/setting?tab=system')
  await settings.getByRole('button', { name: 'Add a provider' }).click()
  const form = settings.getByRole('dialog')
  await form.getByLabel('Name on the button').fill('North')
  await form.getByLabel('Slug in addresses').fill('north')
  await form.getByLabel('Discovery address').fill(north.wellKnown)
  await form.getByLabel('Client id').fill(north.clientId)
  await form.getByLabel('Client secret').fill(north.clientSecret)
  await form.getByLabel('Claim that says the group').fill('department')
  await form.getByLabel('Groups by its values').fill('engineers = vip')
  expect(await barriers(settings)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('listitem').filter({ hasText: 'North' })).toBeVisible()
  await asRoot.close()

  const asVisitor = await browser.newContext({ baseURL: gateway.url, locale: 'en-US' })
  const page = await asVisitor.newPage()
  north.person = { sub: 'n-1', preferred_username: 'nora', email: 'nora@mail.example', department: 'engineers' }
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with North' }).click()
  await expect(page).toHaveURL(/\/token$/)
  const { items } = await operator.ask<{ items: object[] }>('GET', '/api/user/search?keyword=nora')
  expect(items).toMatchObject([{ username: 'nora', group: 'vip' }])
  await page.goto('/personal')
  await settled(page)
  const binding = page.getByRole('listitem').filter({ hasText: 'North' })
  await expect(binding).toContainText('n-1')
  await binding.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByText('your last way to sign in')).toBeVisible()
  await expect(binding).toContainText('n-1')
  await asVisitor.close()
})
