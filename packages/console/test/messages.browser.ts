import { expect } from '@playwright/test'
import { barriers } from './axe.ts'
import { settled } from './page-problems.ts'
import { test } from './signed-in.ts'

const HOSTILE = '**Noon** <img src=x onerror="window.hit = true"> [bad](javascript:hit()) [good](https://example.com)'

test('a message is written, comes under the bell, is read, and disappears when it is recalled', async ({ page }) => {
  await page.goto('/user')
  await page.getByRole('link', { name: 'Messages to users' }).click()
  await settled(page)
  await expect(page.getByRole('button', { name: /^Messages/ })).toBeHidden()
  await page.getByRole('button', { name: 'Write a message' }).first().click()
  const form = page.getByRole('dialog', { name: 'Write a message' })
  await form.getByLabel('Title', { exact: true }).fill('Maintenance')
  await form.getByLabel('Text', { exact: true }).fill(HOSTILE)
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('link')).toHaveText(['good'])
  await expect(preview.getByRole('img')).toHaveCount(0)
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: /Maintenance/ })).toContainText('Sent')

  await page.getByRole('button', { name: 'Messages, 1 not read yet' }).click()
  const inbox = page.getByRole('dialog', { name: 'Messages' })
  await inbox.getByText('Maintenance').click()
  await expect(inbox.getByText('Noon')).toBeVisible()
  await expect(inbox.getByText('<img src=x')).toBeVisible()
  await expect(inbox.getByRole('link')).toHaveText(['good'])
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'hit' in window)).toBe(false)

  await page.getByRole('button', { name: 'Recall: Maintenance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Recall' }).click()
  await expect(page.getByRole('row', { name: /Maintenance/ })).toContainText('Recalled')
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeHidden()
})

test('selected users are written to from the list of users', async ({ page, operator }) => {
  for (const username of ['ann', 'bob'])
    await operator.ask('POST', '/api/user/', { username, password: 'correct horse' })
  await page.goto('/user')
  await page.getByRole('checkbox', { name: 'ann' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Message …' }).click()
  const form = page.getByRole('dialog', { name: 'Write a message' })
  await expect(form.getByText('To ann')).toBeVisible()
  await form.getByLabel('Title', { exact: true }).fill('For you')
  await form.getByLabel('Text', { exact: true }).fill('Alone')
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await page.goto('/user/messages')
  await expect(page.getByRole('row', { name: /For you/ })).toContainText('1 chosen user')
  await expect(page.getByRole('button', { name: /^Messages/ })).toBeHidden()
})
