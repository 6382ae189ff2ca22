import { expect } from '@playwright/test'
import type { Subscription, User } from '@tollgate/contract'
import { test } from './signed-in.ts'

test('a user is made, edited, given quota, promoted, demoted, disabled and cancelled', async ({ page, operator }) => {
  await page.goto('/user')
  await page.getByRole('button', { name: 'Add a user' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add a user' })
  await adding.getByRole('button', { name: 'Create' }).click()
  await expect(adding.getByText('Username and password cannot be empty!').first()).toBeVisible()
  await adding.getByLabel('Username').fill(operator.user.username)
  await adding.getByLabel('Password').fill('correct horse')
  await adding.getByRole('button', { name: 'Create' }).click()
  await expect(adding.getByText('This username is already taken')).toBeVisible()
  await adding.getByLabel('Username').fill('newcomer')
  await adding.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row', { name: 'newcomer' })
  await expect(row).toContainText('Normal user')

  await row.getByRole('button', { name: 'Edit: newcomer' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit the user “newcomer”' })
  await expect(editing).toContainText('Not bound')
  await editing.getByRole('button', { name: 'Add quota' }).click()
  const quota = page.getByRole('dialog', { name: 'Balance of “newcomer”' })
  const inUnits = quota.getByLabel('The same in units')
  await inUnits.fill('250000')
  await expect(quota.getByLabel('Quota')).toHaveValue('0.50')
  await quota.getByLabel('Quota').fill('3')
  await expect(inUnits).toHaveValue('1,500,000')
  await quota.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(editing).toContainText('$3.00')
  await editing.getByLabel('Display name').fill('New Person')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('New Person')
  await expect(row).toContainText('$3.00')

  const choose = async (action: string) => {
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
  }
  await choose('Promote')
  await expect(row).toContainText('Administrator')
  await choose('Demote')
  await expect(row).toContainText('Normal user')
  await row.getByRole('button', { name: 'Disable: newcomer' }).click()
  await expect(row).toContainText('Disabled')
  await row.getByRole('button', { name: 'Enable: newcomer' }).click()
  await expect(row).toContainText('Enabled')

  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of “newcomer”' })
  await expect(history).toContainText('Changed by an administrator')
  await expect(history).toContainText('+$3.00')
  await page.keyboard.press('Escape')

  await choose('Cancel the account')
  await expect(row).toContainText('Cancelled')
  await expect(row.getByRole('button')).toHaveCount(1)
})

test('nothing can be done to oneself; users are found by name and group, at the form’s own address', async ({
  page,
  operator,
}) => {
  const user = await operator.ask<User>('POST', '/api/user/', { username: 'ann', password: 'correct horse' })
  await operator.ask('PUT', '/api/user/', { id: user.id, group: 'vip' })
  await page.goto('/user')
  const own = page.getByRole('row', { name: operator.user.username })
  await expect(own.getByRole('button', { name: `Disable: ${operator.user.username}` })).toBeDisabled()
  await expect(own.getByRole('button', { name: `Edit: ${operator.user.username}` })).toBeDisabled()

  await page.goto('/user?group=vip')
  await expect(page.getByRole('row', { name: 'ann' })).toBeVisible()
  await expect(own).toBeHidden()
  await page.goto(`/user/edit/${user.id}?keyword=ann`)
  await expect(page.getByRole('dialog', { name: 'Edit the user “ann”' }).getByLabel('Username')).toHaveValue('ann')
})

test('a change of several users is undone with progress that can be stopped, though the selection is gone', async ({
  page,
  operator,
}) => {
  for (const username of ['first', 'second'])
    await operator.ask('POST', '/api/user/', { username, password: 'correct horse' })
  await page.goto('/user')
  for (const name of ['first', 'second']) await page.getByRole('checkbox', { name, exact: true }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Change …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 2 users' })
  await dialog.getByLabel('Status').click()
  await page.getByTitle('Disable', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Change 2' }).click()
  const states = async () => {
    const { items } = await operator.ask<{ items: User[] }>('GET', '/api/user/?sort=id')
    return items.slice(1).map(({ status }) => status)
  }
  await expect.poll(states).toEqual([2, 2])
  await expect(page.getByRole('toolbar')).toHaveCount(0)

  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/user/manage', async route => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  const undoing = page.getByRole('dialog', { name: 'Taking it back' })
  await expect(undoing).toContainText('0 of 2')
  await undoing.getByRole('button', { name: 'Stop' }).click()
  release()
  await expect(undoing).toContainText('Stopped. What was done stays.')
  await undoing.getByRole('button', { name: 'Close' }).click()
  await expect.poll(states).toEqual([2, 1])
})

test('a plan is given to several users after a preview, and taken back', async ({ page, operator }) => {
  const plan = { name: 'Starter', price: 5_000_000, period: 'month', day: 1_000_000 }
  await operator.ask('POST', '/api/plan/', plan)
  for (const username of ['anna', 'berta'])
    await operator.ask('POST', '/api/user/', { username, password: 'correct horse' })
  const states = async () => {
    const { items } = await operator.ask<{ items: Subscription[] }>('GET', '/api/subscription/')
    return items.map(({ username, status }) => `${username} ${status}`).sort()
  }
  await page.goto('/user')
  for (const name of ['anna', 'berta']) await page.getByRole('checkbox', { name, exact: true }).check()
  await page.getByRole('button', { name: 'Give a plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give a plan' })
  await expect(dialog.getByRole('button', { name: /^Change/ })).toBeDisabled()
  await dialog.getByLabel('Plan', { exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Starter' }).click()
  await dialog.getByLabel('Reason').fill('Early birds')
  await expect(dialog.getByRole('list', { name: 'What will change' })).toContainText('Plan: Starter')
  await dialog.getByRole('button', { name: /^Change/ }).click()
  await expect.poll(states).toEqual(['anna active', 'berta active'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(states).toEqual(['anna ended', 'berta ended'])
})
