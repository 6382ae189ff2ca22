import { expect } from '@playwright/test'
import { LANGUAGES, type Team, type TeamProject } from '@tollgate/contract'
import { barriers, paleTexts } from './axe.ts'
import { PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { problemsInStates } from './page-states.ts'
import { test } from './signed-in.ts'

test('a team is made, paid into, and given a token; an invitation gives a link', async ({ page, operator }) => {
  await page.goto('/team')
  await page.getByRole('button', { name: 'Make a team' }).click()
  const form = page.getByRole('dialog', { name: 'New team' })
  await form.getByLabel('Name').fill('Crawlers')
  await form.getByRole('button', { name: 'Make a team' }).click()
  const wallet = page.getByRole('region', { name: 'Team wallet' })
  await expect(wallet).toBeVisible()

  await wallet.getByRole('button', { name: 'Pay in' }).click()
  const paying = page.getByRole('dialog', { name: 'Pay into the wallet of Crawlers' })
  await paying.getByLabel('Amount').fill('2')
  await paying.getByRole('button', { name: 'Pay in' }).click()
  await expect(paying).toBeHidden()
  await expect(wallet).toContainText('$2.00')

  const tokens = page.getByRole('region', { name: 'Team tokens' })
  await tokens.getByRole('button', { name: 'Make a token' }).click()
  const making = page.getByRole('dialog', { name: 'New token of Crawlers' })
  await making.getByLabel('Name').fill('agent')
  await making.getByRole('button', { name: 'Make a token' }).click()
  await expect(tokens).toContainText('agent')

  await page.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Invite' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite to Crawlers' })
  await expect(inviting.getByLabel('E-mail address')).toBeVisible()
  await inviting.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(/team\?invitation=[0-9a-f]{64}/)).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PHONE)
  await settled(page)
  expect(await problemsOnScreen(page, 'en')).toEqual([])
  expect(await paleTexts(page)).toEqual([])

  const [team] = await operator.ask<Team[]>('GET', '/api/team/')
  expect(team).toMatchObject({ name: 'Crawlers', quota: 1_000_000, role: 'owner' })
})

test('the page of an only team shows its name, and an administrator changes it', async ({ page, operator }) => {
  await operator.ask<Team>('POST', '/api/team/', { name: 'Crawlers' })
  await page.goto('/team')
  await expect(page.getByRole('heading', { name: 'Crawlers' })).toBeVisible()
  await page.getByRole('button', { name: 'Rename' }).click()
  const form = page.getByRole('dialog', { name: 'Rename Crawlers' })
  await expect(form.getByLabel('Name')).toHaveValue('Crawlers')
  await form.getByLabel('Name').fill('Spiders')
  await form.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: 'Spiders' })).toBeVisible()
})

test('a project is made with a budget, given a token, and archived; its calls are chosen in log and dashboard', async ({
  page,
  operator,
}) => {
  const { id } = await operator.ask<Team>('POST', '/api/team/', { name: 'Crawlers' })
  await page.goto('/team')
  const projects = page.getByRole('region', { name: 'Projects' })
  await projects.getByRole('button', { name: 'Make a project' }).click()
  const form = page.getByRole('dialog', { name: 'New project' })
  await form.getByLabel('Name').fill('Search')
  await form.getByRole('combobox').first().click()
  await page.getByTitle('Each month').click()
  await form.getByRole('spinbutton').first().fill('5')
  await form.getByRole('button', { name: 'Make a project' }).click()
  await expect(form).toBeHidden()
  await expect(projects).toContainText('Search')
  await expect(projects).toContainText('$5.00')

  const tokens = page.getByRole('region', { name: 'Team tokens' })
  await tokens.getByRole('button', { name: 'Make a token' }).click()
  const making = page.getByRole('dialog', { name: 'New token of Crawlers' })
  await making.getByLabel('Name').fill('agent')
  await making.getByRole('combobox', { name: 'Project' }).click()
  await page.getByTitle('Search').click()
  await making.getByRole('button', { name: 'Make a token' }).click()
  await expect(making).toBeHidden()
  await expect(tokens.getByRole('listitem')).toContainText('Search')

  await projects.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(projects).toContainText('archived')
  await projects.getByRole('button', { name: 'Restore' }).click()
  await expect(projects.getByRole('button', { name: 'Archive' })).toBeVisible()

  for (const path of ['/log', '/detail']) {
    await page.goto(path)
    await page.getByRole('combobox', { name: 'Whose calls' }).click()
    await page.getByTitle('Crawlers').click()
    await expect(page).toHaveURL(new RegExp(`team_id=${id}`))
    await page.getByRole('combobox', { name: 'Project' }).click()
    await page.getByTitle('Search').click()
    await expect(page).toHaveURL(/project_id=\d+/)
    await expect(page.getByRole('combobox', { name: 'Member' })).toBeVisible()
    await settled(page)
    expect(await barriers(page)).toEqual([])
  }
})

for (const language of LANGUAGES) {
  test(`projects, and a team’s log and dashboard, in ${language}`, async ({ page, operator }) => {
    const { id } = await operator.ask<Team>('POST', '/api/team/', { name: 'Crawlers' })
    const path = `/api/team/${id}/projects`
    await operator.ask('POST', path, { name: 'Search', quota_period: 'month', period_quota: 500_000 })
    await operator.ask('POST', path, { name: 'Index' })
    const [, index] = await operator.ask<TeamProject[]>('GET', path)
    await operator.ask('PUT', `${path}/${index?.id}`, { is_archived: true })
    await page.addInitScript(chosen => localStorage.setItem('i18nextLng', chosen), language)
    for (const address of ['/team', `/log?team_id=${id}`, `/detail?team_id=${id}`]) {
      await page.goto(address)
      expect([address, await problemsInStates(page, language)]).toEqual([address, []])
    }
  })
}
