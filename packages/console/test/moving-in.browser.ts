import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { barriers, paleTexts } from './axe.ts'
import { PHONE, settled } from './page-problems.ts'
import { test } from './signed-in.ts'

const SOURCE = 'packages/server/test/other-gateways/one-api-sqlite/one-api.db.zst'
/** An import may take this long on a busy machine. */
const IMPORTED = { timeout: 90_000 }

test('another gateway is uploaded, looked at and imported, and its proof holds on a page that is printed and kept', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.goto('/jobs')
  await page.getByRole('link', { name: 'Moving in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Moving in' })).toBeVisible()
  await expect(page.getByText('/imports', { exact: false })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(SOURCE)
  await expect(page.getByRole('radio', { name: 'one-api.db.zst' })).toBeChecked()
  await expect(page.locator('input[type=file]')).toBeHidden()

  const choice = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true })
  for (const [group, kept, chosen] of [
    ['Running subscriptions', 'Only list them', 'Credit what is left'],
    ['Balances below zero', 'Keep as debts', 'Forgive'],
  ] as const) {
    await expect(choice(group, kept)).toBeChecked()
    await choice(group, kept).focus()
    await page.keyboard.press('ArrowRight')
    await expect(choice(group, chosen)).toBeChecked()
  }
  await choice('Where its log is', 'A running database').check()
  await expect(page.getByRole('button', { name: 'Look first' })).toBeDisabled()
  await choice('Where its log is', 'With the rest').check()
  const asked = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/api/import/'))
  await page.getByRole('button', { name: 'Look first' }).click()
  expect((await asked).postDataJSON()).toEqual({
    ...{ source: { file: 'one-api.db.zst' }, into: 'empty', prices: 'source', logs: 0 },
    ...{ subscriptions: 'credit', debts: 'forgive' },
  })
  await expect(page).toHaveURL(/\/moving-in\/1$/)
  await expect(page.getByText('Everything that is listed here would come, to the unit')).toBeVisible(IMPORTED)
  const balances = page.getByRole('row', { name: /^Balances of users/ })
  await expect(balances).toContainText('500,009,356,633,881')
  await expect(page.getByText('Keys were in plain text; here they are encrypted.').first()).toBeVisible()
  await expect(page.getByText('A balance below zero was forgiven: it is 0 here.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Import it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import it' }).click()
  await expect(page.getByText('The proof holds: everything came')).toBeVisible(IMPORTED)
  await expect(page.getByText('Everything is here', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Rows of the log/ })).toContainText('5,070')
  await expect(page.getByRole('row', { name: /^3 · wang_xm/ })).toContainText('=')

  await page.getByRole('button', { name: 'Verify again' }).click()
  await expect(page.getByText('The source was compared with its import again')).toBeVisible(IMPORTED)
  await expect(page.getByText('The proof holds: everything came')).toBeVisible()

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'JSON' }).click()])
  const proof = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(proof).toMatchObject({ holds: true, users: { source: 26, here: 26 } })
  expect(proof.by_user).toHaveLength(26)

  await settled(page)
  expect(await barriers(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  expect(await paleTexts(page)).toEqual([])
  await page.setViewportSize(PHONE)
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(excess).toBe(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('The proof holds: everything came')).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'All imports' }).click()
  await page.getByRole('link', { name: '#1 · one-api.db.zst' }).click()
  await expect(page.getByText('The proof holds: everything came')).toBeVisible()

  await page.getByRole('link', { name: 'The switch' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The switch: one-api.db.zst' })).toBeVisible()
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(step('1. Everything is here, and proved')).toContainText('Done')
  await expect(step('4. Stop the old gateway')).toContainText('Nobody here can see it')
  await expect(step('8. The way back')).toContainText('export --as one-api --database sqlite')
  await page.getByRole('button', { name: 'Bring what has changed' }).click()
  await expect(page.getByText('What had changed in the source is here')).toBeVisible(IMPORTED)
  await expect(step('5. Bring what has changed')).toContainText('Done')
  await expect(step('6. The proof once more')).toContainText('Done')
  await settled(page)
  expect(await barriers(page)).toEqual([])

  await page.getByRole('link', { name: 'Beside the old gateway' }).click()
  const mirror = page.getByRole('switch', { name: 'Plan mirrored calls' })
  await expect(mirror).not.toBeChecked()
  await mirror.click()
  await expect(mirror).toBeChecked()
  await expect(page.getByText('proxy_pass http://tollgate/mirror$request_uri')).toBeVisible()
  const copy = await page.request.post('/mirror/v1/chat/completions', {
    data: { model: 'gpt-4o' },
    headers: { authorization: 'Bearer sk-nobody' },
  })
  expect(copy.status()).toBe(204)
  await expect(page.getByText('1 of 1 copies would have been refused')).toBeVisible(IMPORTED)
  await expect(page.getByText('(token_invalid)')).toBeVisible()
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await mirror.click()
  await expect(mirror).not.toBeChecked()

  // not by loading anew, which would show the notice that was imported
  await page.getByRole('link', { name: 'The import' }).click()
  await page.getByRole('link', { name: 'All imports' }).click()
  await choice('Where its log is', 'A file').check()
  const log = { created_at: 1_795_000_000, type: 2, user_id: 3, quota: 5, username: 'wang_xm', content: '' }
  const row = { ...log, token_name: '', model_name: 'gpt-4o', prompt_tokens: 1, completion_tokens: 1, channel_id: 1 }
  const buffer = Buffer.from(JSON.stringify(row))
  await page.locator('input[type=file]').nth(1).setInputFiles({ name: 'log.jsonl', mimeType: 'text/plain', buffer })
  const files = (group: string) => page.getByRole('radiogroup', { name: `${group}: Files that are here` })
  await expect(files('Where its log is').getByRole('radio', { name: 'log.jsonl' })).toBeChecked()
  await expect(files('Where the old gateway’s data is').getByRole('radio', { name: 'one-api.db.zst' })).toBeChecked()
  await expect.poll(excess).toBe(0)
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Look first' }).click()
  await expect(page).toHaveURL(/\/moving-in\/2$/)
  await expect(page.getByRole('row', { name: /^Rows of the log/ })).toContainText('1', IMPORTED)
  await expect(page.getByText('one-api.db.zst + log.jsonl')).toBeVisible()
  await page.getByRole('link', { name: 'The switch' }).click()
  await expect(step('5. Bring what has changed')).toContainText('one-api.db.zst --log-source ')
})
