import type { NewChildKey, Team, TeamProject, Token } from '../packages/contract/src/index.ts'
import { CHILD_KEY_DEPTH_MAX } from '../packages/contract/src/index.ts'
import { Failure } from '../scripts/lib/script.mjs'
import { pathOf, writeBody } from './lib/bodies.ts'
import { cpuMicrosecondsOf } from './lib/cpu-time.ts'
import { median } from './lib/figures.ts'
import { type Gateway, startGateway } from './lib/gateway.ts'
import { reasons } from './lib/measure.ts'
import { putLoad } from './lib/put-load.ts'
import type { Outcome, Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'
import { headersFor } from './lib/targets.ts'

const CALLERS = 16
const QUOTA = 1_000_000_000_000
const MILLISECOND = 1_000
const BUDGET = { quota_period: 'month', period_quota: QUOTA }

export const limits: Scenario = {
  name: 'limits',
  title: 'What budgets, plans and levels of keys add to a call, 16 at once',
  isQuick: true,
  async run({ stage, rounds, seconds }): Promise<Outcome> {
    const gateway = await startGateway(stage)
    const body = writeBody(stage.folder, { size: '1.5 KB', answer: 'whole', format: 'chat' })
    const keys = await keysOf(gateway)
    const orders = keys.map(({ name, bearer }) => ({ name, headersFile: headersFor(stage, [bearer]) }))
    const put = async (headersFile: string) => {
      const before = cpuMicrosecondsOf(gateway.process.pid ?? 0)
      const order = { port: gateway.port, path: pathOf.chat, body, headersFile, connections: CALLERS, seconds }
      const loaded = await putLoad(stage, order)
      if (loaded.failed > 0)
        throw new Failure(`${loaded.failed} of ${loaded.requests} calls failed: ${reasons(loaded)}`)
      const used = cpuMicrosecondsOf(gateway.process.pid ?? 0) - before
      return { cpu: used / loaded.requests, p50: loaded.latencyP50, p99: loaded.latencyP99 }
    }
    // The code is compiled before anything counts.
    for (const { headersFile } of orders) await put(headersFile)
    const measured = orders.map(({ name }) => ({ name, rounds: [] as Awaited<ReturnType<typeof put>>[] }))
    for (let round = 0; round < rounds; round++)
      for (const [at, { headersFile }] of orders.entries()) measured[at]?.rounds.push(await put(headersFile))
    await gateway.stop()

    const middle = measured.map(({ name, rounds }) => ({
      name,
      cpu: median(rounds.map(({ cpu }) => cpu)),
      p50: median(rounds.map(({ p50 }) => p50)),
      p99: median(rounds.map(({ p99 }) => p99)),
    }))
    const plain = middle[0]?.cpu ?? 0
    const rows = middle.map(({ name, cpu, p50, p99 }) => [
      name,
      rounded(cpu),
      rounded(cpu - plain),
      rounded(p50 / MILLISECOND),
      rounded(p99 / MILLISECOND),
    ])
    return { table: [['a call of', 'CPU, µs', 'more, µs', 'p50, ms', 'p99, ms'], ...rows], findings: [], measured }
  },
}

/** A key for each row of the table; the first has nothing above it. */
async function keysOf(gateway: Gateway): Promise<{ name: string; bearer: string }[]> {
  const { operator, bearer } = gateway
  const call = operator.consoleCall
  const makeTeam = async (name: string) => {
    const { id } = await call<Team>('POST', '/api/team/', { name })
    await call('POST', `/api/user/${id}/quota`, { mode: 'add', value: QUOTA })
    return id
  }
  const makeToken = async (team: number, project_id = 0) => {
    const form = { name: 'bench', unlimited_quota: true, project_id }
    return `sk-${(await call<[Token]>('POST', `/api/team/${team}/tokens`, form))[0].key}`
  }
  const limitAll = async (team: number) => {
    const [member] = await call<[{ user_id: number }]>('GET', `/api/team/${team}/members`)
    await call('PUT', `/api/team/${team}/members/${member.user_id}`, BUDGET)
    await call('POST', `/api/team/${team}/projects`, { name: 'bench', ...BUDGET })
    return (await call<[TeamProject]>('GET', `/api/team/${team}/projects`))[0].id
  }
  const givePlan = async (user_id: number) => {
    const plan = { name: `plan ${user_id}`, price: 0, period: 'year', five_hours: QUOTA, month: QUOTA }
    const { id } = await call<{ id: number }>('POST', '/api/plan/', plan)
    await call('POST', '/api/subscription/', { plan_id: id, user_id, reason: 'bench' })
  }
  const teams = [await makeTeam('plain'), await makeTeam('limited'), await makeTeam('plan'), await makeTeam('all')]
  const [plain, limited, planned, everything] = teams as [number, number, number, number]
  const project = await limitAll(limited)
  await givePlan(planned)
  const last = await limitAll(everything)
  await givePlan(everything)
  return [
    { name: 'a user’s token', bearer },
    { name: 'a team’s token', bearer: await makeToken(plain) },
    { name: 'a project’s token, with its budget and its member’s', bearer: await makeToken(limited, project) },
    { name: 'a team’s token, paid by a plan with two windows', bearer: await makeToken(planned) },
    { name: `a child key of ${CHILD_KEY_DEPTH_MAX} levels`, bearer: await deepest(gateway, bearer) },
    { name: 'all of these', bearer: await deepest(gateway, await makeToken(everything, last)) },
  ]
}

/** Makes a child key of each key in turn. */
async function deepest({ port }: Gateway, bearer: string): Promise<string> {
  let key = bearer
  for (let level = 1; level <= CHILD_KEY_DEPTH_MAX; level++) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ name: `level ${level}`, quota: QUOTA / 2 ** (level + 2) }),
    })
    if (!response.ok) throw new Failure(`No child key could be made: ${await response.text()}`)
    key = ((await response.json()) as NewChildKey).key
  }
  return key
}
