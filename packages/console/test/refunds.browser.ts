import { expect, type Page } from '@playwright/test'
import { test } from './furnished.ts'
import { DESKTOP, openIn, PHONE, settled } from './page-problems.ts'

const WORDS = {
  en: { button: 'Refund …', reason: 'Reason', agree: 'Give back', given: 'Given back', all: 'Refund these calls …' },
  zh: { button: '退款…', reason: '原因', agree: '退还', given: '已退还', all: '退还这些调用…' },
  ru: { button: 'Вернуть …', reason: 'Причина', agree: 'Вернуть', given: 'Возвращено', all: 'Вернуть эти вызовы …' },
} as const

const openRow = async (page: Page, index: number) => {
  await page.locator('tbody [aria-expanded=false]').nth(index).click()
}

test('a call is given back from its row, in three languages', async ({ page, furnished: _ }) => {
  await page.goto('/log')
  for (const [index, language] of (['en', 'zh', 'ru'] as const).entries()) {
    const words = WORDS[language]
    await openIn(page, language, '/log?type=2')
    await openRow(page, index)
    await page.getByRole('button', { name: words.button }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: words.agree, exact: true })).toBeDisabled()
    await dialog.getByLabel(words.reason).fill('It was nonsense')
    await dialog.getByRole('button', { name: words.agree, exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('list', { name: words.given }).getByText('It was nonsense')).toBeVisible()
    await settled(page)
    if (process.env.TEST_PICTURES)
      await page.screenshot({ path: `${process.env.TEST_PICTURES}/refund-${language}.png` })
    // Nothing is left of it.
    await expect(page.getByRole('button', { name: words.button })).toBeHidden()
  }
})

for (const size of [DESKTOP, PHONE])
  test(`calls that pass a filter are given back and charged again at ${size.width} pixels`, async ({
    page,
    furnished: _,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/log')
    await settled(page)
    const openRefund = async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: WORDS.en.all }).click()
    }
    await openRefund()
    const dialog = page.getByRole('dialog', { name: 'Give back all calls' })
    await expect(dialog.getByText('Choose a time first')).toBeVisible()
    const now = Math.floor(Date.now() / 1000)
    await page.goto(`/log?start_timestamp=${now - 86_400}&end_timestamp=${now + 3_600}`)
    await openRefund()
    await expect(dialog.getByText(/calls? of \d+ users/)).toBeVisible()
    await dialog.getByLabel('Reason').fill('The channel was broken')
    await dialog.getByRole('button', { name: 'Give all of it back' }).click()
    const batch = dialog.getByRole('listitem').first()
    await expect(batch).toContainText('The channel was broken · done')
    await batch.getByRole('button', { name: 'Take back' }).click()
    await page
      .getByRole('dialog', { name: /Charge \d+ calls again/ })
      .getByRole('button', { name: 'Take back' })
      .click()
    await expect(batch).toContainText('taken back')
    await expect(batch.getByRole('button')).toHaveCount(0)
  })
