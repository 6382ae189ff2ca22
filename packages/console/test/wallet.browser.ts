import { expect } from '@playwright/test'
import { ROLE } from '@tollgate/contract'
import { test } from './signed-in.ts'

test('a code is redeemed once, and what is wrong with one is said at its field', async ({ page, operator }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'))
  const [key = ''] = await operator.ask<string[]>('POST', '/api/redemption/', { quota: 500_000, count: 1 })
  await page.goto('/topup')
  const redeem = page.getByRole('region', { name: '兑换码充值' })
  const balance = page.getByRole('region', { name: '账户余额' })
  await expect(balance).toContainText('$200.00')

  await redeem.getByRole('button', { name: '兑换额度' }).click()
  await expect(redeem.getByText('请输入兑换码！')).toBeVisible()
  await redeem.getByLabel('兑换码', { exact: true }).fill(key)
  await redeem.getByRole('button', { name: '兑换额度' }).click()
  await expect(page.getByText('兑换成功，已增加 $1.00')).toBeVisible()
  await expect(balance).toContainText('$201.00')

  await redeem.getByLabel('兑换码', { exact: true }).fill(key)
  await page.keyboard.press('Enter')
  await expect(redeem.getByText('该兑换码已被使用')).toBeVisible()
})

test('what the operator has not set up is said; administrators are led to where it is set', async ({
  page,
  operator,
}) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'))
  let user = operator.user
  await page.route('/api/user/self', route => route.fulfill({ json: { success: true, message: '', data: user } }))
  for (const role of [ROLE.root, ROLE.admin]) {
    user = { ...user, role }
    await page.goto('/topup')
    await expect(page.getByRole('link', { name: '支付设置' })).toHaveAttribute('href', /tab=system#option-PayAddress$/)
    await expect(page.getByRole('link', { name: '设置充值链接' })).toHaveAttribute(
      'href',
      /tab=operation#option-TopUpLink$/,
    )
    await expect(page.getByText('管理员未开启在线充值！')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '获取兑换码' })).toHaveCount(0)
  }

  user = { ...user, role: ROLE.user }
  await page.reload()
  await expect(page.getByText('管理员未开启在线充值！')).toBeVisible()
  await expect(page.getByText('超级管理员未设置充值链接！')).toBeVisible()
})

test('an online top-up shows its price, asks, and posts the signed form to the provider', async ({
  page,
  operator,
}) => {
  const provider = 'http://pay.example'
  const options = { PayAddress: provider, EpayId: '1001', EpayKey: 'merchant key', MinTopUp: 5, Price: 7.3 }
  for (const [key, value] of Object.entries(options)) await operator.setOption(key, value)
  await page.route(`${provider}/**`, route => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))
  await page.goto('/topup')
  const topUp = page.getByRole('region', { name: 'Online top-up' })
  await expect(topUp.getByText('¥36.50')).toBeVisible()
  await topUp.getByLabel('Amount').fill('4')
  await expect(topUp.getByText('The top-up amount must be at least 5')).toBeVisible()
  await topUp.getByLabel('Amount').fill('0')
  await topUp.getByLabel('Amount').blur()
  await expect(topUp.getByLabel('Amount')).toHaveValue('1')

  await topUp.getByRole('button', { name: '$10', exact: true }).click()
  await expect(topUp.getByText('¥73.00')).toBeVisible()
  await topUp.getByRole('button', { name: 'Alipay' }).click()
  const question = page.getByRole('dialog', { name: 'Top up $10.00?' })
  await expect(question).toContainText('You pay ¥73.00 with Alipay')
  const [form] = await Promise.all([
    page.waitForRequest(`${provider}/submit.php`),
    question.getByRole('button', { name: 'Go to payment' }).click(),
  ])
  const fields = new URLSearchParams(form.postData() ?? '')
  expect(form.method()).toBe('POST')
  expect(Object.fromEntries(fields)).toMatchObject({ pid: '1001', type: 'alipay', money: '73.00', sign_type: 'MD5' })

  await page.goto('/topup')
  const order = page.getByRole('row', { name: fields.get('out_trade_no') ?? '' })
  await expect(order).toContainText('Waiting')
  await expect(order).toContainText('$10.00')
})

test('earnings are transferred from one dollar on', async ({ page, operator }) => {
  const transfers: unknown[] = []
  await page.route('/api/user/self', route =>
    route.fulfill({
      json: { success: true, message: '', data: { ...operator.user, aff_quota: 1_500_000, aff_count: 3 } },
    }),
  )
  await page.route('/api/user/aff_transfer', route => {
    transfers.push(route.request().postDataJSON())
    return route.fulfill({ json: { success: true, message: '', data: null } })
  })
  await page.goto('/topup')
  const invite = page.getByRole('region', { name: 'Invitations' })
  await expect(invite.locator('pre')).toHaveText(/\/register\?aff=\w+$/)
  await expect(invite.getByLabel('Transfer to the balance')).toHaveValue('3.00')
  await invite.getByLabel('Transfer to the balance').fill('0.99')
  await invite.getByRole('button', { name: 'Transfer' }).click()
  await expect(invite.getByText('The transfer amount minimum is $1.00')).toHaveCount(2)
  await invite.getByLabel('Transfer to the balance').fill('2')
  await invite.getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByText('$2.00 transferred to your balance')).toBeVisible()
  expect(transfers).toEqual([{ quota: 1_000_000 }])
})
