import { expect, type Page } from '@playwright/test'
import type { Channel, Page as ListPage, Token } from '@tollgate/contract'
import { test } from './furnished.ts'
import { logged } from './logged.ts'
import { settled } from './page-problems.ts'

test.use({ viewport: { width: 1920, height: 1080 }, permissions: ['clipboard-read', 'clipboard-write'] })

/** A row of a chat that the operator made with the token `Web shop`. */
const openMenu = async (page: Page, row = page.locator('tbody tr[data-row]').first()) => {
  await row.getByRole('button', { name: /^More actions/ }).click()
}

test('what a row of the log names narrows it, beside the filters it has; the row stays closed', async ({ page }) => {
  await page.goto('/log?type=2')
  const row = page.locator('tbody tr[data-row]').first()
  const model = row.locator('a[href*="model_name="]')
  const name = await model.innerText()
  await model.click()
  await expect(page).toHaveURL(/\/log\?type=2&model_name=/)
  expect(new URL(page.url()).searchParams.get('model_name')).toBe(name)
  await expect(page.locator('tbody [aria-expanded=true]')).toHaveCount(0)
  await row.locator('a[href*="model_name="][href*="channel="]').click()
  await expect(page).toHaveURL(/model_name=.*channel=\d+/)
  await row.locator('button[aria-expanded]').click()
  await page.locator('dd').getByRole('link', { name: /#\d+$/ }).click()
  await expect(page).toHaveURL(/\/channel\/edit\/\d+/)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a call’s menu copies it as curl, tries it in the playground, and shows the calls around it', async ({ page }) => {
  await page.goto('/log?type=2&token_name=Web+shop')
  const row = page.locator('tbody tr[data-row]').first()
  const model = await row.locator('a[href*="model_name="]').innerText()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  await expect(page.getByText(/^Copied: curl/)).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`${new URL(page.url()).origin}/v1`)
  expect(command).toContain(model)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Calls of this token around it' }).click()
  await expect(page).toHaveURL(/token_name=Web\+shop&start_timestamp=\d+&end_timestamp=\d+&username=/)
  // The list of the narrower time, which takes the place of the other.
  await settled(page)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Try in the playground' }).click()
  await expect(page).toHaveURL('/playground')
  await expect(page.getByText(model, { exact: true }).first()).toBeVisible()
})

test('a call’s menu shows its conversation, of which the chip can be removed', async ({ page, furnished }) => {
  const { gateway, operator } = furnished
  const [token] = await operator.ask<Token[]>('POST', '/api/token/', { name: 'Two talks', remain_quota: 500_000 })
  for (const question of ['Which one?', 'Which one?', 'Another one?']) {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${token?.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content: question }] }),
    })
    expect(response.status).toBe(200)
  }
  await logged(operator, 'type=2&token_name=Two+talks', 3)
  await page.goto('/log?token_name=Two+talks')
  const rows = page.locator('tbody tr[data-row]')
  await expect(rows).toHaveCount(3)
  await openMenu(page, rows.nth(1))
  await page.getByRole('menuitem', { name: 'Show this conversation' }).click()
  await expect(page).toHaveURL(/\/log\?conversation=\d+-[0-9a-z]+$/)
  await expect(rows).toHaveCount(2)
  const chip = page.locator('.ant-tag', { hasText: 'Conversation: ' })
  await chip.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/log$/)
  await expect(chip).toBeHidden()
  await operator.ask('DELETE', `/api/token/${token?.id}`)
})

test('a token that may call everything is asked about before a model is refused to it, and gets it back', async ({
  page,
  furnished: { operator },
}) => {
  const limits = async () => {
    const { items } = await operator.ask<ListPage<Token>>('GET', '/api/token/search?keyword=Web+shop')
    return items[0]
  }
  await page.goto('/log?type=2&token_name=Web+shop')
  const row = page.locator('tbody tr[data-row]').first()
  const model = await row.locator('a[href*="model_name="]').innerText()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Refuse this model to this token' }).click()
  await page.getByRole('button', { name: 'Refuse it' }).click()
  await expect(page.getByText(`“Web shop” may no longer call “${model}”`)).toBeVisible()
  const refused = await limits()
  expect(refused?.model_limits_enabled).toBe(true)
  expect(refused?.model_limits.split(',')).not.toContain(model)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await limits())?.model_limits_enabled).toBe(false)
})

test('after a channel is made its next steps are offered, and one whose priority takes it off the page is led to', async ({
  page,
  furnished: { operator },
}) => {
  await page.goto('/channel/add')
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('One more')
  await form.getByLabel('Key', { exact: true }).fill('sk-one-more')
  await form.getByRole('button', { name: 'Fill in this type’s models' }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Test it' }).click()
  await expect(page.getByRole('dialog')).toContainText('One more')
  await page.keyboard.press('Escape')
  // enough for a second page, however high the window is
  const others = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      operator.addChannel({ type: 1, name: `Spare ${at}`, models: 'm', key: `k-${at}` }),
    ),
  )
  const { items } = await operator.ask<ListPage<Channel>>('GET', '/api/channel/search?keyword=One+more')
  await operator.ask('PUT', '/api/channel/', { id: items[0]?.id, priority: 99 })
  await page.goto('/channel')
  const priority = page.getByRole('spinbutton', { name: 'Priority: One more' })
  await priority.fill('-999')
  await priority.press('Enter')
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page).toHaveURL('/channel?keyword=One+more')
  await expect(priority).toHaveValue('-999')
  for (const { id } of [...items, ...others]) await operator.ask('DELETE', `/api/channel/${id}`)
})
