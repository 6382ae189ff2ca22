import { expect } from '@playwright/test'
import type { Gateway } from './gateway.ts'
import { test } from './signed-in.ts'

/** Browsers support passkeys at host names, not at IP addresses. */
const named = ({ url }: Gateway) => url.replace('127.0.0.1', 'localhost')

test('a passkey is added, signs in without a password, and is removed', async ({ page, gateway, operator }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const site = named(gateway)
  await page.context().addCookies([{ ...operator.session, url: site }])

  await page.goto('/personal')
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText(
    'Passkeys need a site with its own domain name',
  )

  await page.goto(`${site}/personal`)
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await panel.getByLabel('Name of the new passkey').fill('My laptop')
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const laptop = panel.getByRole('listitem').filter({ hasText: 'My laptop' })
  await expect(laptop).toBeVisible()

  await page.context().clearCookies()
  await page.goto(`${site}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/token/)

  await page.goto(`${site}/personal`)
  await expect(laptop).toContainText('last used')
  await panel.getByRole('button', { name: 'Remove: My laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(laptop).toHaveCount(0)
})
