import { expect } from '@playwright/test'
import { LANGUAGES } from '@tollgate/contract'
import { DESKTOP, PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { test } from './signed-in.ts'

test('a notice is on the home page until it is read, and under the bell afterwards', async ({ page, operator }) => {
  await page.goto('/')
  await settled(page)
  await expect(page.getByRole('button', { name: /Notice/ })).toBeHidden()

  await operator.setOption('Notice', '**Maintenance** at noon <img src=x onerror="window.hit = true">')
  await page.reload()
  const onHome = page.getByRole('region', { name: 'Notice' })
  await expect(onHome.getByText('Maintenance at noon')).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'hit' in window)).toBe(false)
  await onHome.getByRole('button', { name: 'Got it' }).click()
  await expect(onHome).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Notice', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Notice' }).getByText('Maintenance at noon')).toBeVisible()

  await operator.setOption('Notice', 'Back again')
  await page.goto('/token')
  await expect(page.getByRole('dialog').getByText('Back again')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/')
  await settled(page)
  await expect(onHome).toBeHidden()
})

test('a notice beside the operator’s own home page, and to visitors, in every language on every screen', async ({
  page,
  operator,
}) => {
  await operator.setOption('HomePageContent', '# 1')
  await operator.setOption('Notice', '2')
  await operator.setOption('general_setting.docs_link', 'https://docs.example')
  const problems: string[] = []
  await page.context().clearCookies()
  for (const language of LANGUAGES) {
    await page.addInitScript(language => {
      localStorage.removeItem('user')
      localStorage.setItem('i18nextLng', language)
    }, language)
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      await page.goto('/')
      await settled(page)
      await expect(page.getByText('2', { exact: true })).toBeVisible()
      problems.push(...(await problemsOnScreen(page, language)))
    }
  }
  expect(problems).toEqual([])
})

test('the documentation is linked in the top bar where its address is set', async ({ page, operator }) => {
  await page.goto('/about')
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Documentation' })
  await settled(page)
  await expect(link).toBeHidden()
  await operator.setOption('general_setting.docs_link', 'https://docs.example/start')
  await page.reload()
  await expect(link).toHaveAttribute('href', 'https://docs.example/start')
})

test('the default logo is a picture', async ({ page }) => {
  const answer = await page.request.get('/logo.png')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
  expect((await page.request.get('/nothing.png')).status()).toBe(404)
})
