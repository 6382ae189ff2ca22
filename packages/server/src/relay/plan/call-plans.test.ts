import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  CHANNEL_STATUS,
  type Channel,
  type Log,
  type LogOther,
  ROLE,
  TOKEN_STATUS,
  type Token,
} from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway, signUp } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import {
  answerJson,
  type Received,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'
import { NO_ALIASES } from '../../money/pricing/aliases.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { Frame } from '../request/frame.ts'
import { channel, IDENTITY, loggedCall, priceOfOutput } from '../settlement/testing.ts'
import { makeCallPlans } from './call-plans.ts'
import type { PricingDeps } from './pricing-context.ts'

const KEPT_MS = 60_000

describe('a plan', () => {
  const frameOf = (model: string) => ({ conversation: 'messages', facts: { model } }) as Frame
  const { call } = loggedCall()

  function plansOf(until?: number) {
    const listeners = new Map<string, () => void>()
    let compiled = 0
    let time = 0
    const deps = {
      options: { get: () => ({}) },
      channels: { candidates: () => [channel(7, 1)], byId: () => channel(7, 1), knows: () => true },
      prices: {
        aliases: NO_ALIASES,
        priceOf() {
          compiled++
          return { ...priceOfOutput(1), ...(until !== undefined && { until }) }
        },
      },
    } as unknown as PricingDeps
    const plans = makeCallPlans(
      deps,
      { on: (topic, listener) => void listeners.set(topic, () => listener(0)) },
      () => time,
    )
    return {
      of: (identity = IDENTITY, frame: Frame | null = null, channelId?: number) =>
        plans.of(call as RelayCall, { identity, channelId }, { model: 'gpt', frame }),
      change: (topic: string) => listeners.get(topic)?.(),
      pass(ms: number) {
        time += ms
      },
      compiled: () => compiled,
    }
  }

  test('serves every call of a token with one frame', () => {
    const plans = plansOf()
    const frame = frameOf('gpt')
    expect(plans.of(IDENTITY, frame)).toBe(plans.of(IDENTITY, frame))
    expect(plans.compiled()).toBe(1)
  })

  test('is separate for each token and frame', () => {
    const plans = plansOf()
    const frame = frameOf('gpt')
    const all = [plans.of(IDENTITY, frame), plans.of({ ...IDENTITY }, frame), plans.of(IDENTITY, frameOf('gpt'))]
    expect(new Set(all).size).toBe(3)
  })

  test('is not kept for a call that has no frame or chooses its channel', () => {
    const plans = plansOf()
    const frame = frameOf('gpt')
    for (let round = 0; round < 2; round++) {
      plans.of(IDENTITY, null)
      plans.of(IDENTITY, frame, 7)
    }
    expect(plans.compiled()).toBe(4)
  })

  test('lasts a minute, because some prices begin at a date', () => {
    const plans = plansOf()
    const frame = frameOf('gpt')
    const first = plans.of(IDENTITY, frame)
    plans.pass(KEPT_MS - 1)
    expect(plans.of(IDENTITY, frame)).toBe(first)
    plans.pass(1)
    expect(plans.of(IDENTITY, frame)).not.toBe(first)
  })

  test('lasts no longer than its price', () => {
    const plans = plansOf(Date.now() - 1)
    const frame = frameOf('gpt')
    const first = plans.of(IDENTITY, frame)
    expect(plans.of(IDENTITY, frame)).not.toBe(first)
  })

  test.each(['options', 'channels'])('ends when the %s change', topic => {
    const plans = plansOf()
    const frame = frameOf('gpt')
    const first = plans.of(IDENTITY, frame)
    plans.change(topic)
    expect(plans.of(IDENTITY, frame)).not.toBe(first)
  })

  test('is dropped with all others once there are thousands', () => {
    const plans = plansOf()
    const frame = frameOf('gpt')
    const first = plans.of(IDENTITY, frame)
    for (let made = 0; made < 5_000; made++) plans.of(IDENTITY, frameOf('gpt'))
    expect(plans.of(IDENTITY, frame)).not.toBe(first)
  })
})

/** A user with a kept plan, made by calls that differ only in their conversation. */
interface Desk {
  operator: Operator
  upstream: ScriptedUpstream
  model: string
  channel: Channel
  userId: number
  /** Calls with the user's token. */
  call(): Promise<Outcome>
  /** Changes fields of that token. */
  changeToken(fields: object, query?: string): Promise<unknown>
}

/** The outcome of a call. */
interface Outcome {
  code: string | null
  received: Partial<Received>
  row: Partial<Log>
  other: LogOther
}

type Change = (desk: Desk) => Promise<unknown>
const channelWith =
  (fields: (model: string) => object): Change =>
  ({ operator, channel, model }) =>
    operator.consoleCall('PUT', '/api/channel/', { id: channel.id, ...fields(model) })

const ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
}
const ENOUGH_FAILURES = 8

/** What changes, and where the next call shows it. */
const CHANGES: [what: string, change: Change, told: (outcome: Outcome) => unknown, next: unknown][] = [
  [
    'a price',
    ({ operator, model }) => operator.setOption('ModelRatio', `{"${model}":7}`),
    ({ other }) => other.model_ratio,
    7,
  ],
  [
    'the ratio of a group',
    ({ operator }) => operator.setOption('GroupRatio', '{"default":3,"vip":1}'),
    ({ other }) => other.group_ratio,
    3,
  ],
  [
    'the ratio between groups',
    ({ operator }) => operator.setOption('GroupGroupRatio', '{"default":{"default":5}}'),
    ({ other }) => other.group_ratio,
    5,
  ],
  [
    'the order of auto',
    async ({ operator, changeToken, call }) => {
      await operator.setOption('AutoGroups', '["default","vip"]')
      await changeToken({ group: 'auto' })
      await call()
      await operator.setOption('AutoGroups', '["vip","default"]')
    },
    ({ row }) => row.group,
    'vip',
  ],
  [
    'an option about what goes up',
    ({ operator, model }) => operator.setOption('relay_setting.output_limits', `{"${model}":4}`),
    ({ received }) => JSON.parse(received.body ?? '').max_tokens,
    4,
  ],
  [
    'the model mapping of a channel',
    channelWith(model => ({ model_mapping: `{"${model}":"another"}` })),
    ({ received }) => JSON.parse(received.body ?? '').model,
    'another',
  ],
  [
    'the key of a channel',
    channelWith(() => ({ key: 'new-key' })),
    ({ received }) => received.headers?.authorization,
    'Bearer new-key',
  ],
  [
    'the state of a channel',
    channelWith(() => ({ status: CHANNEL_STATUS.disabled })),
    ({ code }) => code,
    'no_channel',
  ],
  [
    'the order of channels',
    ({ operator, upstream, model }) =>
      operator.makeChannel({ base_url: `${upstream.url}/better`, models: model, priority: 9 }),
    ({ received }) => received.path,
    '/better/v1/chat/completions',
  ],
  [
    'the limit of a channel',
    async desk => {
      await channelWith(() => ({ setting: '{"rpm_limit":1}' }))(desk)
      await desk.call()
    },
    ({ code }) => code,
    'channels_full',
  ],
  [
    'the health of a channel',
    async desk => {
      const { operator, upstream, model } = desk
      await operator.makeChannel({ base_url: `${upstream.url}/second`, models: model, priority: -1 })
      upstream.answer = (response, { path }) =>
        answerJson(response, path.startsWith('/second') ? 200 : 500, path.startsWith('/second') ? ANSWER : {})
      for (let failed = 0; failed < ENOUGH_FAILURES; failed++) await desk.call()
      upstream.answer = response => answerJson(response, 200, ANSWER)
    },
    ({ received }) => received.path,
    '/second/v1/chat/completions',
  ],
  [
    'the state of a token',
    ({ changeToken }) => changeToken({ status: TOKEN_STATUS.disabled }, '?status_only=true'),
    ({ code }) => code,
    'token_disabled',
  ],
  [
    'the models of a token',
    ({ changeToken }) => changeToken({ model_limits_enabled: true, model_limits: 'other' }),
    ({ code }) => code,
    'model_not_allowed',
  ],
  ['the group of a token', ({ changeToken }) => changeToken({ group: 'vip' }), ({ row }) => row.group, 'vip'],
  [
    'the group of a user',
    ({ operator, userId }) => operator.consoleCall('PUT', '/api/user/', { id: userId, group: 'vip' }),
    ({ row }) => row.group,
    'vip',
  ],
  [
    'the state of a user',
    ({ operator, userId }) => operator.consoleCall('POST', '/api/user/manage', { id: userId, action: 'disable' }),
    ({ code }) => code,
    'user_banned',
  ],
  [
    'the limit of calls',
    async desk => {
      await desk.operator.setOption('ModelRequestRateLimitSuccessCount', 1)
      await desk.operator.setOption('ModelRequestRateLimitEnabled', true)
      await desk.call()
    },
    ({ code }) => code,
    'too_many_calls',
  ],
]

/** Machines are slow. */
const HOOK_MS = 60_000

describe('the next call follows a change of', () => {
  let database: TestDatabase
  let upstream: ScriptedUpstream
  let gateway: GatewayProcess
  let operator: Operator
  let made = 0
  beforeAll(async () => {
    database = await openDatabase()
    upstream = await startScriptedUpstream()
    gateway = await startGatewayProcess(database.place, await freePort())
    operator = await setUpGateway(gateway.url)
    await operator.setOption('UserUsableGroups', '{"default":"Default","vip":"VIP"}')
    await operator.setOption('SelfUseModeEnabled', true)
  }, HOOK_MS)
  afterAll(async () => {
    await gateway.kill()
    await upstream.stop()
    await database.close()
  }, HOOK_MS)

  test.each(CHANGES)('%s', async (_, change, told, next) => {
    upstream.answer = response => answerJson(response, 200, ANSWER)
    const model = `model-${++made}`
    const user = await signUp(database.storage, ROLE.user)
    await operator.consoleCall('POST', `/api/user/${user.id}/quota`, { mode: 'add', value: 1_000_000_000 })
    const channel = await operator.makeChannel({ base_url: upstream.url, models: model, group: 'default,vip' })
    const fields = { name: 't', unlimited_quota: true }
    const [token] = (await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', fields)) as [Token]
    let calls = 0
    const call = async () => {
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${token.key}` },
        body: JSON.stringify({ model, max_tokens: 5, messages: [{ role: 'user', content: `Hello ${++calls}` }] }),
      })
      const { error } = (await answer.json()) as { error?: { code: string } }
      // a call of nobody known has none
      const id = answer.headers.get('x-request-id') ?? ''
      const [row = {}] = (await operator.logsOf(id)) as Partial<Log>[]
      return {
        code: error?.code ?? null,
        received: upstream.received.at(-1) ?? {},
        row,
        other: JSON.parse(row.other || '{}'),
      }
    }
    const desk: Desk = {
      operator,
      upstream,
      model,
      channel,
      userId: user.id,
      call,
      changeToken: (changed, query = '') =>
        user.consoleCall(gateway.url, 'PUT', `/api/token/${query}`, { id: token.id, ...changed }),
    }
    for (let call = 0; call < 2; call++) expect(told(await desk.call())).not.toEqual(next)
    await change(desk)
    expect(told(await desk.call())).toEqual(next)
  })
})

function openDatabase(): Promise<TestDatabase> {
  const [first] = databases()
  if (!first) throw new Error('there is no database')
  return first.open()
}
