import { expect } from '@playwright/test'
import type { Team, TeamProject, Token } from '@tollgate/contract'
import { barriers } from './axe.ts'
import { test } from './furnished.ts'
import { PHONE, problemsOnScreen, settled } from './page-problems.ts'

test('a team’s usage is divided by token, member and project, and each leads to its rows', async ({
  page,
  furnished: { gateway, operator },
}) => {
  const { id } = await operator.ask<Team>('POST', '/api/team/', { name: 'Divided' })
  await operator.ask('POST', `/api/team/${id}/deposit`, { quota: 1_000_000 })
  await operator.ask('POST', `/api/team/${id}/projects`, { name: 'Search' })
  const [project] = await operator.ask<TeamProject[]>('GET', `/api/team/${id}/projects`)
  for (const project_id of [project?.id, 0]) {
    const form = { name: 'agent', unlimited_quota: true, project_id }
    const [token] = await operator.ask<Token[]>('POST', `/api/team/${id}/tokens`, form)
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${token?.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5.4-mini', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    expect(response.status, await response.text()).toBe(200)
  }

  await page.goto(`/detail?team_id=${id}`)
  const who = page.getByRole('region', { name: 'Who' })
  await who.getByText('Members', { exact: true }).click()
  await expect(who.getByRole('table', { name: 'Members' }).getByRole('row')).toHaveCount(2)
  await who.getByText('Projects', { exact: true }).click()
  const projects = who.getByRole('table', { name: 'Projects' })
  await expect(projects.getByRole('row')).toHaveCount(3)
  await expect(projects.getByRole('row', { name: 'none' })).toBeVisible()
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await settled(page)
  expect(await problemsOnScreen(page, 'en')).toEqual([])
  const listed = who.getByRole('list', { name: 'Projects' }).getByRole('listitem').filter({ hasText: 'Search' })
  await listed.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/log\\?.*team_id=${id}.*project_id=${project?.id}`))
})
