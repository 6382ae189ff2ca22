import { expect } from '@playwright/test'
import type { Plan, Subscription, User } from '@tollgate/contract'
import { startEpayProvider } from '../../server/test/support/epay-provider.ts'
import { startStripe } from '../../server/test/support/stripe.ts'
import { test } from './signed-in.ts'

test('a plan is made, bought in the wallet, and reset by an administrator with a reason', async ({
  page,
  operator,
}) => {
  await page.goto('/plan')
  await page.locator('main').getByRole('button', { name: 'Add a plan' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add a plan' })
  await form.getByLabel('Plan').fill('Starter')
  await form.getByLabel('Allowance a day').fill('2')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: 'Starter' })).toContainText('$2.00 a day')

  const before = (await operator.ask<User>('GET', '/api/user/self')).quota
  await page.goto('/topup')
  const offer = page.getByRole('article', { name: 'Offer: Starter' })
  await expect(offer).toContainText('$10.00 a month')
  await offer.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click()
  const own = page.getByRole('article', { name: 'Starter', exact: true })
  await expect(own).toContainText('$2.00 of $2.00 left')
  const balance = async () => (await operator.ask<User>('GET', '/api/user/self')).quota
  await expect.poll(balance).toBe(before - 5_000_000)
  await own.getByLabel('Renew with the balance').click()
  await expect(own).toContainText('Renews at')

  await page.goto('/plan/users')
  const row = page.getByRole('row', { name: 'Starter' })
  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Reset the windows' }).click()
  const reason = page.getByRole('dialog', { name: /^Reset “Starter”/ })
  await reason.getByLabel('Reason').fill('by mistake')
  await reason.getByRole('button', { name: 'Reset the windows' }).click()
  await expect(reason).toBeHidden()
  const [subscription] = await operator.ask<Subscription[]>('GET', '/api/subscription/self')
  expect(subscription).toMatchObject({ name: 'Starter', renews: true, status: 'active' })
})

test('a plan that counts calls is made, bought, and upgraded with what is unused of it subtracted', async ({
  page,
  operator,
}) => {
  await page.goto('/plan')
  await page.locator('main').getByRole('button', { name: 'Add a plan' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add a plan' })
  await form.getByLabel('Plan').fill('Calls')
  await form.getByLabel('Allowance counts').click()
  await page.getByTitle('Calls', { exact: true }).click()
  await form.getByLabel('Weights of models').fill('big-model=5, *-mini=zero')
  await form.getByLabel('Allowance in all').fill('300')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('must be models with weights from 0.001 to 1000', { exact: false })).toBeVisible()
  await form.getByLabel('Weights of models').fill('big-model=5, *-mini=0.2')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: 'Calls' })).toContainText('300 calls in all')
  await operator.ask('POST', '/api/plan/', { name: 'Large', price: 15_000_000, period: 'month', day: 1_000_000 })

  await page.goto('/topup')
  const offer = page.getByRole('article', { name: 'Offer: Calls' })
  await expect(offer).toContainText('big-model=5, *-mini=0.2')
  await offer.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click()
  const own = page.getByRole('article', { name: 'Calls', exact: true })
  await expect(own).toContainText('300 calls of 300 calls left')

  await own.getByRole('button', { name: 'Upgrade' }).click()
  const upgrade = page.getByRole('dialog', { name: 'Upgrade the plan “Calls”' })
  await upgrade.getByLabel('New plan').click()
  await page.getByTitle('Large · $30.00 a month').click()
  await expect(upgrade).toContainText('To pay now')
  await expect(upgrade).toContainText('$20.00')
  await upgrade.getByRole('button', { name: 'Upgrade' }).click()
  await expect(page.getByRole('article', { name: 'Large', exact: true })).toContainText('$2.00 of $2.00 left')
  const [large, calls] = await operator.ask<Subscription[]>('GET', '/api/subscription/self')
  expect([large?.name, calls?.end_reason]).toEqual(['Large', 'upgraded'])
})

test('a plan is renewed by card until its owner says otherwise', async ({ page, operator }) => {
  const stripe = await startStripe()
  const options = {
    ...{ StripeSecretKey: stripe.secretKey, StripeWebhookSecret: stripe.webhookSecret, StripeApiAddress: stripe.url },
    StripePrice: 1.5,
  }
  for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
  await operator.ask('POST', '/api/plan/', { name: 'Monthly', price: 5_000_000, period: 'month', day: 1_000_000 })
  await page.route(`${stripe.url}/pay/**`, route => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))
  await page.goto('/topup')
  const offer = page.getByRole('article', { name: 'Offer: Monthly' })
  await offer.getByRole('button', { name: 'Renew by card · 15.00 USD' }).click()
  const question = page.getByRole('dialog', { name: 'Buy the plan “Monthly”?' })
  await expect(question).toContainText('the card is charged the same for each next term')
  await question.getByRole('button', { name: 'Go to payment' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_test_/)
  const session = [...stripe.sessions.values()].at(-1)
  expect(session?.mode).toBe('subscription')
  stripe.pay(session?.client_reference_id ?? '')
  await page.goto(String(session?.success_url))
  const own = page.getByRole('article', { name: 'Monthly', exact: true })
  await expect(own.getByLabel('Renew by card')).toBeChecked()
  await own.getByLabel('Renew by card').click()
  await expect(own).toContainText('Ends at')
  const rows = await operator.ask<Subscription[]>('GET', '/api/subscription/self')
  expect(rows.find(({ name }) => name === 'Monthly')).toMatchObject({ renews: false, by_card: true })
  stripe.stop()
})

test('a plan is paid for by card, and is there at the return', async ({ page, operator }) => {
  const stripe = await startStripe()
  const options = {
    ...{ StripeSecretKey: stripe.secretKey, StripeWebhookSecret: stripe.webhookSecret, StripeApiAddress: stripe.url },
    StripePrice: 1.5,
  }
  for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
  await operator.ask('POST', '/api/plan/', { name: 'By card', price: 5_000_000, period: 'month', day: 1_000_000 })
  await page.route(`${stripe.url}/pay/**`, route => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))

  await page.goto('/topup')
  const offer = page.getByRole('article', { name: 'Offer: By card' })
  await expect(offer.getByRole('button', { name: 'Pay with balance' })).toBeVisible()
  await offer.getByRole('button', { name: 'Card (Stripe) · 15.00 USD' }).click()
  const question = page.getByRole('dialog', { name: 'Buy the plan “By card”?' })
  await expect(question).toContainText('You pay 15.00 USD with Card (Stripe)')
  await question.getByRole('button', { name: 'Go to payment' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_test_/)

  const [session] = stripe.sessions.values()
  const order = session?.client_reference_id ?? ''
  stripe.pay(order)
  await page.goto(String(session?.success_url))
  await expect(page.getByText('The plan “By card” is yours')).toBeVisible()
  await expect(page.getByRole('article', { name: 'By card', exact: true })).toContainText('$2.00 of $2.00 left')
  await expect(page.getByRole('row', { name: order })).toContainText('Credited')
  stripe.stop()
})

test('an upgrade is paid for by card: the difference, after which the new plan is there', async ({
  page,
  operator,
}) => {
  const stripe = await startStripe()
  const options = {
    ...{ StripeSecretKey: stripe.secretKey, StripeWebhookSecret: stripe.webhookSecret, StripeApiAddress: stripe.url },
    StripePrice: 1.5,
  }
  for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
  const small = { name: 'Small', price: 5_000_000, period: 'month', total: 1_000_000 }
  const { id: plan_id } = await operator.ask<Plan>('POST', '/api/plan/', small)
  await operator.ask('POST', '/api/plan/', { name: 'Wide', price: 15_000_000, period: 'month', day: 1_000_000 })
  await operator.ask('POST', '/api/subscription/self', { plan_id })
  await page.route(`${stripe.url}/pay/**`, route => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))

  await page.goto('/topup')
  const own = page.getByRole('article', { name: 'Small', exact: true })
  await own.getByRole('button', { name: 'Upgrade' }).click()
  const upgrade = page.getByRole('dialog', { name: 'Upgrade the plan “Small”' })
  await upgrade.getByLabel('New plan').click()
  await page.getByTitle('Wide · $30.00 a month').click()
  await expect(upgrade).toContainText('$20.00')
  await expect(upgrade.getByRole('button', { name: 'Pay with balance' })).toBeVisible()
  await upgrade.getByRole('button', { name: 'Card (Stripe) · 30.00 USD' }).click()
  const question = page.getByRole('dialog', { name: 'Buy the plan “Wide”?' })
  await expect(question).toContainText('If the old plan has less left by then')
  await question.getByRole('button', { name: 'Go to payment' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_test_/)
  const session = [...stripe.sessions.values()].at(-1)
  stripe.pay(session?.client_reference_id ?? '')
  await page.goto(String(session?.success_url))
  await expect(page.getByRole('article', { name: 'Wide', exact: true })).toContainText('$2.00 of $2.00 left')
  const rows = await operator.ask<Subscription[]>('GET', '/api/subscription/self')
  const old = rows.find(({ name }) => name === 'Small')
  expect(old).toMatchObject({ end_reason: 'upgraded' })
  // What stays paid is the price of the seconds since.
  expect(old?.paid).toBeLessThan(1_000)
  stripe.stop()
})

test('a plan is paid for by Epay: the callback begins it, and its invoice names it', async ({
  page,
  gateway,
  operator,
}) => {
  const epay = await startEpayProvider()
  const options = {
    PayAddress: epay.url,
    EpayId: epay.pid,
    EpayKey: epay.key,
    Price: 7.3,
    InvoiceName: 'Gate Works Ltd',
  }
  for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
  await operator.ask('POST', '/api/plan/', { name: 'By Epay', price: 5_000_000, period: 'once', day: 1_000_000 })

  await page.goto('/topup')
  const offer = page.getByRole('article', { name: 'Offer: By Epay' })
  await offer.getByRole('button', { name: 'Alipay · ¥73.00' }).click()
  const question = page.getByRole('dialog', { name: 'Buy the plan “By Epay”?' })
  await expect(question).toContainText('You pay ¥73.00 with Alipay')
  const [form] = await Promise.all([
    page.waitForRequest(`${epay.url}/submit.php`),
    question.getByRole('button', { name: 'Go to payment' }).click(),
  ])
  await expect(page.getByText('Pay 73.00 with alipay')).toBeVisible()
  const fields = Object.fromEntries(new URLSearchParams(form.postData() ?? ''))
  const callback = new URLSearchParams(epay.callback(fields))
  for (let time = 0; time < 2; time++) {
    const answer = await page.request.get(`${gateway.url}/api/user/epay/notify?${callback}`)
    expect(await answer.text()).toBe('success')
  }

  await page.goto('/topup')
  await expect(page.getByRole('article', { name: 'By Epay', exact: true })).toContainText('$2.00 of $2.00 left')
  const row = page.getByRole('row', { name: String(fields.out_trade_no) })
  await expect(row).toContainText('Credited')
  await page.goto('/order')
  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Invoice' }).click()
  await expect(page.getByRole('heading', { name: 'Gate Works Ltd' })).toBeVisible()
  await expect(page.getByText(/By Epay/)).toBeVisible()
  epay.stop()
})
