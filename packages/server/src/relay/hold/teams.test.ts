import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Log, LogOther, Page, Plan, Team, TeamPlan, TeamProject, Token } from '@tollgate/contract'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'

const QUOTA = 1_000_000

let upstream: EvilUpstream
let gateway: TestGateway
let team: Team
let bearer: string
let memberId: number

beforeAll(async () => {
  upstream = await startEvilUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'good' })
  await gateway.setOption('ModelRatio', '{"good":1}')
})
beforeEach(async () => {
  team = await gateway.consoleCall<Team>('POST', '/api/team/', { name: 'Agents' })
  await gateway.consoleCall('POST', `/api/user/${team.id}/quota`, { mode: 'add', value: QUOTA })
  const [token] = await gateway.consoleCall<[Token]>('POST', of('/tokens'), { name: 'agent', unlimited_quota: true })
  bearer = `sk-${token.key}`
  memberId = token.member_id
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const of = (path: string) => `/api/team/${team.id}${path}`
const quotaOfTeam = async () => (await gateway.consoleCall<Team>('GET', of(''))).quota
const quotaOfMember = async () => (await gateway.consoleCall<{ quota: number }>('GET', '/api/user/self')).quota
const call = (key = bearer) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
    body: JSON.stringify({ model: 'good', max_tokens: 20, messages: [{ role: 'user', content: 'Hello' }] }),
  })
async function keyOfProject(form: object): Promise<string> {
  await gateway.consoleCall('POST', of('/projects'), { name: 'Search', ...form })
  const [{ id }] = await gateway.consoleCall<[TeamProject]>('GET', of('/projects'))
  const making = { name: 'searcher', unlimited_quota: true, project_id: id }
  return `sk-${(await gateway.consoleCall<[Token]>('POST', of('/tokens'), making))[0].key}`
}
async function childOf(above: string): Promise<string> {
  const made = await fetch(`${gateway.url}/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${above}` },
    body: JSON.stringify({ name: 'child', quota: 10_000 }),
  })
  return ((await made.json()) as { key: string }).key
}
const refusal = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: { code: string } }).error.code,
]

test('a team pays for calls of its tokens; their log rows belong to the team and name the member', async () => {
  const before = await quotaOfMember()
  const response = await call()
  expect(response.status).toBe(200)
  const { items } = await gateway.consoleCall<Page<Log>>('GET', `/api/log/self?team_id=${team.id}`)
  const [row] = items as [Log]
  expect(row.quota).toBeGreaterThan(0)
  expect([row.user_id, (JSON.parse(row.other) as LogOther).member]).toEqual([team.id, { id: memberId, name: 'root' }])
  expect([await quotaOfTeam(), await quotaOfMember()]).toEqual([QUOTA - row.quota, before])
})

test('a call has the member’s group and rights', async () => {
  // Administrators may choose a channel; the team has no role.
  expect(await refusal(await call(`${bearer}-999999`))).toEqual([400, 'channel_choice_unknown'])
})

test('a call beyond the budget is refused with that reason', async () => {
  await gateway.consoleCall('PUT', of(`/members/${memberId}`), { quota_period: 'month', period_quota: 1 })
  expect(await refusal(await call())).toEqual([429, 'member_budget_used_up'])
  await gateway.consoleCall('PUT', of(`/members/${memberId}`), { quota_period: '', period_quota: 0 })
  expect((await call()).status).toBe(200)
})

test('a call beyond the budget of its project is refused with that reason; the log names the project', async () => {
  const key = await keyOfProject({ quota_period: 'day', period_quota: 1_000 })
  expect((await call(key)).status).toBe(200)
  const { items } = await gateway.consoleCall<Page<Log>>('GET', `/api/log/self?team_id=${team.id}`)
  const [project] = await gateway.consoleCall<[TeamProject]>('GET', of('/projects'))
  expect(JSON.parse(items[0]?.other ?? '{}').project).toEqual({ id: project.id, name: 'Search' })
  expect(project.used_quota).toBe(items[0]?.quota ?? 0)
  await gateway.consoleCall('PUT', of(`/projects/${project.id}`), { period_quota: project.used_quota })
  // A budget that is not used up is not blamed.
  await gateway.consoleCall('PUT', of(`/members/${memberId}`), { quota_period: 'month', period_quota: QUOTA })
  const refused = await call(key)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    error: { code: 'project_budget_used_up', message: expect.stringContaining('Search') },
  })
  expect((await call()).status).toBe(200)
  await gateway.consoleCall('PUT', of(`/projects/${project.id}`), { period_quota: QUOTA })
  expect((await call(key)).status).toBe(200)
})

test('a project’s budget also limits child keys of its tokens; archived, it stops them all', async () => {
  const key = await keyOfProject({ quota_period: 'day', period_quota: QUOTA })
  const child = await childOf(key)
  expect((await call(child)).status).toBe(200)
  const [project] = await gateway.consoleCall<[TeamProject]>('GET', of('/projects'))
  expect(project.used_quota).toBeGreaterThan(0)
  await gateway.consoleCall('PUT', of(`/projects/${project.id}`), { period_quota: 1 })
  expect(await refusal(await call(child))).toEqual([429, 'project_budget_used_up'])
  await gateway.consoleCall('PUT', of(`/projects/${project.id}`), { period_quota: QUOTA, is_archived: true })
  for (const one of [key, child]) expect(await refusal(await call(one))).toEqual([401, 'project_archived'])
  expect((await call()).status).toBe(200)
  await gateway.consoleCall('PUT', of(`/projects/${project.id}`), { is_archived: false })
  for (const one of [key, child]) expect((await call(one)).status).toBe(200)
})

test('a banned or dissolved team pays for nothing', async () => {
  await gateway.consoleCall('POST', '/api/user/manage', { id: team.id, action: 'disable' })
  expect((await refusal(await call()))[1]).toBe('user_banned')
  await gateway.consoleCall('POST', '/api/user/manage', { id: team.id, action: 'enable' })
  expect((await call()).status).toBe(200)
  const before = await quotaOfMember()
  const left = await quotaOfTeam()
  await gateway.consoleCall('DELETE', of(''))
  expect(await refusal(await call())).toEqual([401, 'token_invalid'])
  expect(await quotaOfMember()).toBe(before + left)
})

test('the team also pays for a child key of its token, within the member’s budget', async () => {
  const key = await childOf(bearer)
  expect((await call(key)).status).toBe(200)
  expect(await quotaOfTeam()).toBeLessThan(QUOTA)
  await gateway.consoleCall('PUT', of(`/members/${memberId}`), { quota_period: 'month', period_quota: 1 })
  expect(await refusal(await call(key))).toEqual([429, 'member_budget_used_up'])
})

test('a plan of the team pays before its wallet, for members with a seat', async () => {
  const fields = { name: 'Seats', price: 5, period: 'once', day: 500_000, seats: 1 }
  const plan = await gateway.consoleCall<Plan>('POST', '/api/plan/', fields)
  const { id } = await gateway.consoleCall<TeamPlan>('POST', of('/plans'), { plan_id: plan.id })
  const used = async () => (await gateway.consoleCall<[TeamPlan]>('GET', of('/plans')))[0].used
  const before = await quotaOfTeam()
  expect((await call()).status).toBe(200)
  const after = await quotaOfTeam()
  expect([await used(), after < before]).toEqual([0, true])
  const seat = of(`/plans/${id}/seats/${memberId}`)
  await gateway.consoleCall('PUT', seat)
  const answer = await call()
  expect(answer.headers.get('x-ratelimit-limit-1d')).toBe('500000')
  expect([await used(), await quotaOfTeam()]).toEqual([before - after, after])
  await gateway.consoleCall('DELETE', seat)
  expect((await call()).headers.get('x-ratelimit-limit-1d')).toBeNull()
  expect([await used(), await quotaOfTeam()]).toEqual([before - after, 2 * after - before])
})

test('the calls of a member count together, whoever pays for them', async () => {
  const own = await gateway.makeToken({ name: 'own' })
  await gateway.setOption('ModelRequestRateLimitCount', 2)
  await gateway.setOption('ModelRequestRateLimitEnabled', true)
  try {
    const statuses = [await call(own.bearer), await call(), await call(own.bearer)].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 429])
    expect(await refusal(await call())).toEqual([429, 'too_many_calls'])
  } finally {
    await gateway.setOption('ModelRequestRateLimitEnabled', false)
  }
})
