import { expect } from '@playwright/test'
import { openIn, PHONE } from './page-problems.ts'
import { test } from './signed-in.ts'

const KEYS = ['sk-canary-first-a1b2', 'sk-canary-second-c3d4', 'sk-canary-third-e5f6']

test('several keys become one channel, and are added, replaced, disabled and removed without being shown', async ({
  page,
  operator,
}) => {
  const seen: string[] = []
  page.on('response', async response => {
    if (response.url().includes('/api/channel')) seen.push(await response.text().catch(() => ''))
  })
  await page.goto('/channel/add')
  const form = page.getByRole('dialog', { name: 'Add channel' })
  await form.getByLabel('Name', { exact: true }).fill('Many')
  await form.getByLabel('Several keys').click()
  await form.getByLabel('Key', { exact: true }).fill(KEYS.slice(0, 2).join('\n'))
  await form.getByLabel('Use them as').click()
  await page.getByTitle('one channel, keys in turn').click()
  await form.getByPlaceholder('Several with commas').fill('gpt-4o')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toBeHidden()
  const { items } = await operator.ask<{ items: { id: number; key_spread: string }[] }>('GET', '/api/channel/')
  expect(items.map(({ key_spread }) => key_spread)).toEqual(['in_turn'])

  await page.getByRole('button', { name: 'More actions for Many' }).click()
  await page.getByRole('menuitem', { name: 'Keys' }).click()
  const keys = page.getByRole('dialog', { name: 'Keys of “Many”' })
  await expect(keys.getByText('…a1b2')).toBeVisible()
  await expect(keys.getByText('…c3d4')).toBeVisible()
  await keys.getByText('at random').click()

  await keys.getByRole('button', { name: 'Disable: Key 1' }).click()
  await expect(keys.getByRole('button', { name: 'Enable: Key 1' })).toBeVisible()
  await keys.getByRole('button', { name: 'Disable: Key 2' }).click()
  await expect(page.getByText('A channel needs one enabled key.')).toBeVisible()

  await keys.getByLabel('New keys, one per line').fill(KEYS[2] ?? '')
  await keys.getByRole('button', { name: 'Add keys' }).click()
  await expect(keys.getByText('…e5f6')).toBeVisible()
  await expect(keys.getByLabel('New keys, one per line')).toHaveValue('')

  await keys.getByRole('button', { name: 'More actions for Key 1' }).click()
  await page.getByRole('menuitem', { name: 'Replace' }).click()
  const replacing = page.getByRole('dialog', { name: 'Replace key 1' })
  await replacing.getByRole('textbox').fill('sk-canary-fourth-g7h8')
  await replacing.getByRole('button', { name: 'Replace' }).click()
  await expect(keys.getByText('…g7h8')).toBeVisible()
  await expect(keys.getByText('…a1b2')).toHaveCount(0)

  await keys.getByRole('button', { name: 'More actions for Key 2' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove key 2?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(keys.getByText('…c3d4')).toHaveCount(0)
  expect(seen.join('')).not.toContain('canary')

  await page.setViewportSize(PHONE)
  await expect(keys.getByRole('article')).toHaveCount(2)
  // Nothing is left to announce.
  await expect(keys.getByRole('button', { name: /^Details/ })).toHaveCount(0)
})

test('the states of keys are told whole, and a key too short for a hint by its place', async ({ page, operator }) => {
  const { id } = await operator.addChannel({ type: 1, name: 'Many', key: KEYS[0], models: 'gpt-4o' })
  const key = { hint: '', reason: '', since: 0, until: 0 }
  const states = ['ok', 'resting', 'refused', 'disabled']
  const keys = states.map((state, at) => ({ ...key, id: String(at), position: at + 1, state }))
  await page.route(`**/api/channel/${id}/keys`, route =>
    route.fulfill({ json: { success: true, message: '', data: { spread: 'in_turn', keys } } }),
  )
  for (const [language, keysOf, second] of [
    ['en', 'Keys', 'Key 2'],
    ['ru', 'Ключи', 'Ключ 2'],
    ['zh', '密钥', '密钥 2'],
  ] as const) {
    await page.goto('/channel')
    await openIn(page, language, '/channel')
    await page.locator('tr[data-row] [aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: keysOf }).click()
    const rows = page.getByRole('dialog').locator('tr[data-row]')
    await expect(rows).toHaveCount(states.length)
    await expect(rows.nth(1)).toContainText(second)
    const cut = () =>
      rows
        .locator('td, td span')
        .evaluateAll(found => found.filter(part => part.scrollWidth > part.clientWidth && part.clientWidth > 0).length)
    await expect.poll(cut).toBe(0)
  }
})
