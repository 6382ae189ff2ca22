import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Channel, QuoteReply, Token } from '@tollgate/contract'
import { startBatchUpstream } from '../../../test/support/batch-upstream.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'
import { credit } from '../../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
const upstream = startWireUpstream(({ path }) => {
  if (path.endsWith('/responses')) {
    const content = [{ type: 'output_text', text: 'Well.', annotations: [] }]
    const output = [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content }]
    const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
    return { id: `resp_${Bun.randomUUIDv7()}`, object: 'response', status: 'completed', model: 'm', output, usage }
  }
  const message = { role: 'assistant', content: 'Hello' }
  return { id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage: USAGE }
})
const batches = startBatchUpstream(() => 'failed')

let gateway: TestGateway
let app: RunningApp
let user: Awaited<ReturnType<typeof signUp>>
let token: Token

beforeAll(async () => {
  gateway = await startGateway(undefined, async environment => {
    app = await buildAppContext(environment)
    return app
  })
  const of = (group: string, models: string) => gateway.makeChannel({ base_url: upstream.url, group, models })
  await of('cheap', 'everywhere')
  await of('default', 'everywhere,plain')
  await of('dear', 'everywhere,plain,rare')
  await of('secret', 'everywhere,hidden')
  await gateway.makeChannel({ base_url: batches.url, group: 'cheap', models: 'claude-a', type: 14 })
  await gateway.makeChannel({ base_url: batches.url, group: 'dear', models: 'claude-a,claude-b', type: 14 })
  const models = ['everywhere', 'plain', 'rare', 'hidden', 'claude-a', 'claude-b']
  await gateway.setOption('ModelRatio', JSON.stringify(Object.fromEntries(models.map(model => [model, 1]))))
  await gateway.setOption('GroupRatio', '{"default":1,"cheap":0.5,"dear":4,"secret":0.1}')
  await gateway.setOption('UserUsableGroups', '{"default":"","cheap":"","dear":""}')
  await gateway.setOption('AutoGroups', '["secret","gone","cheap","default","dear"]')
  user = await signUp(app, 1)
  await credit(app.db, { userId: user.id, amount: 1_000_000_000, reference: 'grant:test', now: 1 })
  token = await makeToken({ group: 'auto' })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
  await batches.stop()
})
beforeEach(async () => {
  await gateway.setOption('AutoGroups', '["secret","gone","cheap","default","dear"]')
  await gateway.setOption('UserUsableGroups', '{"default":"","cheap":"","dear":""}')
})

async function makeToken(fields: Partial<Token>): Promise<Token> {
  const form = { name: 't', unlimited_quota: true, ...fields }
  const [made] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', form)
  return made ?? expect.unreachable()
}
const post = (path: string, body: object) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${token.key}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(body),
  })
const chatOf = (model: string) => ({ model, messages: [{ role: 'user', content: 'Hi' }] })

/** The group and the ratio in the row of a call, or the code of its refusal. */
async function outcome(answer: Response): Promise<unknown> {
  const { error } = (await answer.clone().json()) as { error?: { code: string } }
  if (error) return error.code
  const [row] = await gateway.logsOf(answer)
  return [row?.group, JSON.parse(row?.other ?? '{}').group_ratio]
}
const chat = async (model: string) => outcome(await post('/v1/chat/completions', chatOf(model)))

describe('a token of the group auto', () => {
  test('is served and charged by the first group of the order that its owner may use and that serves the model', async () => {
    expect(await chat('everywhere')).toEqual(['cheap', 0.5])
    expect(await chat('plain')).toEqual(['default', 1])
    expect(await chat('rare')).toEqual(['dear', 4])
    expect(await chat('hidden')).toBe('no_channel')
    expect(await chat('unheard-of')).toBe('model_unknown')
  })

  test('follows a new order, a new ratio and lost groups with its next call', async () => {
    expect(await chat('everywhere')).toEqual(['cheap', 0.5])
    await gateway.setOption('AutoGroups', '["dear","cheap"]')
    expect(await chat('everywhere')).toEqual(['dear', 4])
    await gateway.setOption('GroupGroupRatio', '{"default":{"dear":3}}')
    expect(await chat('everywhere')).toEqual(['dear', 3])
    await gateway.setOption('GroupGroupRatio', '{}')
    await gateway.setOption('UserUsableGroups', '{"cheap":""}')
    expect(await chat('everywhere')).toEqual(['cheap', 0.5])
    await gateway.setOption('UserUsableGroups', '{}')
    expect(await chat('everywhere')).toBe('group_not_usable')
    // without an order, no such group
    await gateway.setOption('UserUsableGroups', '{"default":"","cheap":"","dear":""}')
    await gateway.setOption('AutoGroups', '[]')
    expect(await chat('everywhere')).toBe('group_not_usable')
  })

  test('is quoted what it is charged', async () => {
    const quoted = (await (await post('/v1/quote?endpoint=/v1/chat/completions', chatOf('rare'))).json()) as QuoteReply
    expect(quoted.price).toMatchObject({ group: 'dear', group_ratio: 4, user_group: 'default' })
    expect(quoted.price.user_group_ratio).toBeUndefined()
  })

  test('lists the models of all its groups', async () => {
    const listed = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer sk-${token.key}` } })
    const { data } = (await listed.json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id).sort()).toEqual(['claude-a', 'claude-b', 'everywhere', 'plain', 'rare'])
    const offered = await user.consoleCall<string[]>(gateway.url, 'GET', '/api/user/models?group=auto')
    expect(offered).toEqual(['claude-a', 'claude-b', 'everywhere', 'plain', 'rare'])
  })

  test('counts against the limit of the group that serves it', async () => {
    await gateway.setOption('ModelRequestRateLimitGroup', '{"dear":[1,1]}')
    await gateway.setOption('ModelRequestRateLimitEnabled', true)
    try {
      expect(await chat('rare')).toEqual(['dear', 4])
      expect(await chat('rare')).toBe('too_many_calls')
      expect(await chat('everywhere')).toEqual(['cheap', 0.5])
    } finally {
      await gateway.setOption('ModelRequestRateLimitEnabled', false)
    }
  })

  test('continues a stored response in a group of its channel', async () => {
    const first = await post('/v1/responses', { model: 'rare', input: 'Hi', store: true })
    const { id } = (await first.clone().json()) as { id: string }
    expect(await outcome(first)).toEqual(['dear', 4])
    const early = await gateway.makeChannel({ base_url: upstream.url, group: 'cheap', models: 'rare' })
    try {
      expect(await chat('rare')).toEqual(['cheap', 0.5])
      const next = await post('/v1/responses', { model: 'rare', input: 'And?', previous_response_id: id, store: true })
      expect(await outcome(next)).toEqual(['dear', 4])
    } finally {
      await gateway.consoleCall('DELETE', `/api/channel/${early.id}`)
    }
  })

  test('makes a batch in one group that serves all its models, so that a cheap first model does not price the others', async () => {
    const requests = ['claude-a', 'claude-b'].map((model, index) => ({
      custom_id: `r${index}`,
      params: { model, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
    }))
    for (const [wanted, group, ratio] of [
      [requests.slice(0, 1), 'cheap', 0.5],
      [requests, 'dear', 4],
    ] as const) {
      const made = await post('/v1/messages/batches', { requests: wanted })
      const { id } = (await made.json()) as { id: string }
      const { terms } = await app.db
        .selectFrom('relay_batches')
        .select('terms')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(terms)).toMatchObject({ group, groupRatio: ratio })
    }
  })
})

describe('the choice of auto', () => {
  test('is offered with its order to users who may use a group of it', async () => {
    const groups = () => user.consoleCall<Record<string, object>>(gateway.url, 'GET', '/api/user/self/groups')
    expect((await groups()).auto).toEqual({ ratio: 0.5, desc: '', tries: ['cheap', 'default', 'dear'] })
    await gateway.setOption('AutoGroups', '["secret"]')
    expect(await groups()).not.toHaveProperty('auto')
    await expect(makeToken({ group: 'auto' })).rejects.toThrow()
  })

  test('is made for new tokens where the operator says so and their maker says nothing else', async () => {
    expect((await makeToken({})).group).toBe('')
    await gateway.setOption('DefaultUseAutoGroup', true)
    expect((await makeToken({})).group).toBe('auto')
    expect((await makeToken({ group: '' })).group).toBe('')
    await gateway.setOption('AutoGroups', '[]')
    expect((await makeToken({})).group).toBe('')
    await gateway.setOption('DefaultUseAutoGroup', false)
  })
})

test('a channel of several groups is charged by the group that is tried, not by its cheapest', async () => {
  const shared = await gateway.makeChannel({
    base_url: upstream.url,
    group: 'secret,dear',
    models: 'shared',
  } as Partial<Channel>)
  await gateway.setOption('ModelRatio', '{"shared":1,"everywhere":1,"plain":1,"rare":1,"claude-a":1,"claude-b":1}')
  expect(await chat('shared')).toEqual(['dear', 4])
  await gateway.consoleCall('DELETE', `/api/channel/${shared.id}`)
})
