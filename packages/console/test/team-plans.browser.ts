import { expect } from '@playwright/test'
import { LANGUAGES, type Team, type TeamPlan } from '@tollgate/contract'
import { openIn, withoutLive } from './page-problems.ts'
import { problemsInStates } from './page-states.ts'
import { test } from './signed-in.ts'

test('a team buys a plan with seats from its wallet, and its owner takes and gives up a seat', async ({
  page,
  operator,
}) => {
  await withoutLive(page)
  const team = await operator.ask<Team>('POST', '/api/team/', { name: 'Crawlers' })
  await operator.ask('POST', `/api/user/${team.id}/quota`, { mode: 'add', value: 10_000_000 })
  const fields = { name: 'Together', price: 5_000_000, period: 'month', day: 1_000_000, seats: 2 }
  await operator.ask('POST', '/api/plan/', fields)
  const plans = () => operator.ask<TeamPlan[]>('GET', `/api/team/${team.id}/plans`)

  await page.goto('/team')
  const offer = page.getByRole('article', { name: 'Offer: Together' })
  await expect(offer).toContainText('For 2 members of a team')
  await offer.getByRole('button', { name: 'Pay with team wallet' }).click()
  const question = page.getByRole('dialog', { name: 'Buy the plan “Together”?' })
  await expect(question).toContainText('$10.00 a month is taken from the team’s wallet.')
  await question.getByRole('button', { name: 'Buy' }).click()

  const own = page.getByRole('article', { name: 'Together', exact: true })
  await expect(own).toContainText('$2.00 of $2.00 left')
  await expect(own).toContainText('Seats: 0 of 2 taken')
  await expect(page.getByRole('list', { name: 'Paid in and out' }).getByRole('listitem').first()).toHaveText(
    /^Plan.*\$10\.00/,
  )
  await own.getByRole('button', { name: 'Take a seat' }).click()
  await expect(own).toContainText('Seats: 1 of 2 taken')
  await own.getByLabel('Members take free seats').click()
  await expect.poll(plans).toMatchObject([{ seats_open: false, seated: [{ username: 'keeper' }] }])
  await own.getByLabel('Renew with the team wallet').click()
  await expect(own).toContainText('Renews at')

  for (const language of LANGUAGES) {
    await openIn(page, language, '/team')
    await expect(page.getByRole('article', { name: 'Together', exact: true })).toBeVisible()
    expect(await problemsInStates(page, language)).toEqual([])
  }

  await openIn(page, 'en', '/team')
  await own.getByLabel('Take the seat of keeper away').click()
  await expect(own).toContainText('Seats: 0 of 2 taken')
  await own.getByRole('button', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(own).toHaveCount(0)
})
