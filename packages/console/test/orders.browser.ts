import { expect } from '@playwright/test'
import { startStripe } from '../../server/test/support/stripe.ts'
import { test } from './signed-in.ts'

test('a card payment is credited at the return, has an invoice, and is paid back in part on the page of orders', async ({
  page,
  operator,
}) => {
  const stripe = await startStripe()
  const options = {
    ...{ StripeSecretKey: stripe.secretKey, StripeWebhookSecret: stripe.webhookSecret, StripeApiAddress: stripe.url },
    ...{ StripePrice: 1.5, InvoiceName: 'Gate Works Ltd', InvoiceTaxId: 'VAT ID DE123456789' },
  }
  for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
  await page.route(`${stripe.url}/pay/**`, route => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))

  await page.goto('/topup')
  const topUp = page.getByRole('region', { name: 'Online top-up' })
  await expect(topUp.getByRole('button', { name: 'Alipay' })).toHaveCount(0)
  await topUp.getByRole('button', { name: '$10', exact: true }).click()
  await expect(topUp.getByText('15.00 USD')).toBeVisible()
  await topUp.getByRole('button', { name: 'Card (Stripe)' }).click()
  const question = page.getByRole('dialog', { name: 'Top up $10.00?' })
  await expect(question).toContainText('You pay 15.00 USD with Card (Stripe)')
  await question.getByRole('button', { name: 'Go to payment' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_test_/)

  const [session] = stripe.sessions.values()
  const order = session?.client_reference_id ?? ''
  stripe.pay(order)
  await page.goto(String(session?.success_url))
  await expect(page.getByText('Paid and credited')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('$210.00')
  await expect(page.getByRole('row', { name: order })).toContainText('Credited')

  await page.goto('/order')
  const row = page.getByRole('row', { name: order })
  await expect(row).toContainText('Credited')
  await row.getByRole('button', { name: `More actions for ${order}` }).click()
  await page.getByRole('menuitem', { name: 'Pay back' }).click()
  const form = page.getByRole('dialog', { name: `Pay back order ${order}` })
  await form.getByLabel('Amount').fill('6')
  await form.getByLabel('Reason').fill('Not needed')
  await form.getByRole('button', { name: 'Pay back' }).click()
  await expect(form).toBeHidden()
  // The state is explained once the list has come again.
  const state = row.locator('[tabindex="0"]').filter({ hasText: 'Credited' })
  await state.hover()
  await expect(page.getByRole('tooltip')).toContainText('6.00 USD paid back')

  await row.getByRole('button', { name: `More actions for ${order}` }).click()
  await page.getByRole('menuitem', { name: 'Invoice' }).click()
  await expect(page.getByRole('heading', { name: 'Gate Works Ltd' })).toBeVisible()
  for (const text of ['VAT ID DE123456789', 'Quota of $10.00', '−6.00 USD', '9.00 USD'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  stripe.stop()
})
