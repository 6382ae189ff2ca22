import { expect } from '@playwright/test'
import { DESKTOP, PHONE } from './page-problems.ts'
import { test } from './signed-in.ts'

test('a job is run now, and its row tells how it ended and when it runs next', async ({ page, operator }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/token')
  await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).click()
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible()
  const jobs = page.getByRole('main')
  const row = jobs.getByRole('row', { name: 'Expired sessions' })
  await expect(row).toContainText('Done, 0 handled')
  await expect(row).toContainText(/in (\d+ min|1 hr)\./)

  await row.getByRole('button', { name: 'Run now: Expired sessions' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Removes expired sign-ins.')
  await question.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByText('Expired sessions: started')).toBeVisible()
  const runs = async () =>
    (await operator.ask<{ name: string; runs: number }[]>('GET', '/api/jobs')).map(({ name, runs }) => [name, runs])
  await expect.poll(runs).toContainEqual(['expired-sessions', 2])
  await expect(row).toContainText('Done, 0 handled')

  await row.getByRole('button', { name: 'Details' }).click()
  const history = jobs.getByRole('region', { name: 'History' })
  await expect(history.getByRole('row')).toHaveCount(3)
  await expect(history.getByRole('row').nth(1)).toContainText('Done, 0 handled')
  await expect(history.getByRole('row').nth(1)).toContainText(/:\d+, worker 0$/)

  const [job] = await operator.ask<object[]>('GET', '/api/jobs')
  await page.route('/api/jobs', route =>
    route.fulfill({
      json: { success: true, message: '', data: [{ ...job, state: 'failed', error: 'the disk is full' }] },
    }),
  )
  await page.reload()
  await expect(row).toContainText('Failed')
  await row.getByRole('button', { name: 'Details' }).click()
  await expect(jobs.getByText('the disk is full')).toBeVisible()

  await page.setViewportSize(PHONE)
  await expect(jobs.getByRole('article')).toContainText('Failed')
})
