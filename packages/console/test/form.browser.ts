import { expect } from '@playwright/test'
import { test } from './signed-in.ts'

test('what is being saved is not submitted again', async ({ page, operator: _ }) => {
  const held: (() => Promise<void>)[] = []
  await page.route('/api/redemption/', async route => {
    if (route.request().method() === 'POST') held.push(() => route.continue())
    else await route.continue()
  })
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'))
  await page.goto('/redemption')
  await page.getByRole('main').getByRole('button', { name: '添加兑换码' }).first().click()
  const form = page.getByRole('dialog', { name: '添加兑换码' })
  await form.getByLabel('名称').focus()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => held.length).toBe(1)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('提交失败，请勿重复提交！')).toBeVisible()
  expect(held).toHaveLength(1)
  await held[0]?.()
  await expect(form).toBeHidden()
})
