import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { CanonicalRequest, ParameterName, RequestParameters } from '../canonical/request.ts'
import { RequestRefused } from '../protocols/common/losses.ts'
import type { ParameterTable } from '../protocols/common/parameters.ts'
import { upstreamDialects } from '../protocols/index.ts'
import { schemaCheck } from '../protocols/laws/openai-schemas.ts'
import { openAiDescription } from '../protocols/laws/recording-files.ts'
import { EXTENSIONS, HOST_PARAMETERS, type HostName, hostAt, lackedBy } from './host-parameters.ts'
import { type Provider, providers } from './index.ts'

const SEED = 2

const published = JSON.parse(readFileSync(openAiDescription, 'utf8')).components.schemas

/** Members of a published schema, including its parts. */
function membersOf(schema: { $ref?: string; allOf?: object[]; properties?: object }): string[] {
  const { $ref, allOf = [], properties = {} } = schema
  if ($ref) return membersOf(published[$ref.split('/').at(-1) ?? ''])
  return [...Object.keys(properties), ...allOf.flatMap(membersOf)]
}

describe.each([
  { dialect: 'openai-chat', schema: 'CreateChatCompletionRequest', lacked: lackedBy('openai', 'gpt-4o') },
  { dialect: 'openai-responses', schema: 'CreateResponse', lacked: [] },
] as const)('the published schema of $dialect', ({ dialect, schema, lacked }) => {
  const members = new Set([...membersOf(published[schema]), 'usage'])
  const table: ParameterTable = upstreamDialects[dialect].parameters
  const named = Object.entries(table).flatMap(([name, fate]) => ('name' in fate ? [{ name, member: fate.name }] : []))

  test.each(named)('has $member for $name, or OpenAI’s line lists it as missing', ({ name, member }) => {
    expect(new Set<string>(lacked).has(name)).toBe(!members.has(member))
  })
})

test.each(Object.entries(HOST_PARAMETERS))('%s has a public page as source', (_, { source }) => {
  expect(source).toMatch(/^https:\/\//)
})

const parameters: fc.Arbitrary<RequestParameters> = fc.record(
  {
    maxTokens: fc.integer({ min: 1, max: 9_000 }),
    temperature: fc.constantFrom(0, 0.5, 1, 1.5),
    topP: fc.constantFrom(0.3, 1),
    topK: fc.integer({ min: 1, max: 64 }),
    minP: fc.constantFrom(0, 0.1),
    frequencyPenalty: fc.constantFrom(0, 0.5),
    presencePenalty: fc.constantFrom(0, 0.5),
    repetitionPenalty: fc.constantFrom(1, 1.1),
    seed: fc.integer({ min: 1, max: 99 }),
    stop: fc.constant(['end']),
    logitBias: fc.constant({ '1': 5 }),
    logprobs: fc.boolean(),
    topLogprobs: fc.integer({ min: 0, max: 5 }),
    toolChoice: fc.constantFrom({ type: 'auto' } as const, { type: 'required' } as const),
    parallelToolCalls: fc.boolean(),
    verbosity: fc.constant('low'),
    serviceTier: fc.constantFrom('auto', 'default', 'priority'),
    user: fc.constant('somebody'),
    metadata: fc.constant({ a: 'b' }),
    store: fc.boolean(),
    cache: fc.constant({}),
    cacheKey: fc.constant('key'),
    cacheRetention: fc.constantFrom('in_memory', '24h'),
  },
  { requiredKeys: [] },
)

const requestOf = (asked: RequestParameters): CanonicalRequest => ({
  dialect: 'none',
  model: 'any',
  stream: false,
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  tools: [{ type: 'function', name: 'look' }],
  parameters: asked,
  extras: {},
})

const MODELS = [
  'gpt-4o',
  'gpt-5.2',
  'claude-sonnet-4-5',
  'gemini-2.5-flash',
  'kimi-k2.6',
  'deepseek-v4',
  'meta/llama-4',
]

const hosts = providers.flatMap((provider: Provider) =>
  MODELS.flatMap(model => {
    const { type, baseUrl = 'http://somewhere' } = provider
    const target = provider.target?.(model, { type, baseUrl, key: 'k', other: '', organization: '' })
    return target ? [{ name: provider.id, model, target }] : []
  }),
)

describe('parameters a host lacks', () => {
  test.each(hosts)('$name with $model is not sent, and is reported', ({ model, target }) => {
    const { parameters: table, writeRequest } = upstreamDialects[target.dialect]
    fc.assert(
      fc.property(parameters, asked => {
        const written = orRefused(() => writeRequest(requestOf(asked), { model, quirks: target.quirks }))
        if (!written) return
        for (const name of target.quirks?.lacks ?? []) {
          const fate = table[name]
          // a member may have two meanings
          const isShared = Object.entries(table).some(
            ([other, line]) => other !== name && 'name' in line && 'name' in fate && line.name === fate.name,
          )
          if ('name' in fate && !isShared) expect(Object.keys(written.body)).not.toContain(fate.name)
          const asksForNothing =
            requestOf({ [name]: asked[name] }).parameters[name] === undefined || isNeutral(name, asked)
          if (!asksForNothing) expect(written.losses.map(({ what }) => what)).toContain(name)
        }
      }),
      { seed: SEED, numRuns: 20 },
    )
  })

  test('OpenAI gets only members and values in its schema', () => {
    const check = schemaCheck('CreateChatCompletionRequest')
    const members = new Set(membersOf(published.CreateChatCompletionRequest))
    const openai = hosts.find(({ name }) => name === 'openai')
    fc.assert(
      fc.property(
        parameters,
        fc.constantFrom('gpt-4o', 'gpt-5.2', 'o3', 'ft:gpt-4.1:me', 'codex-mini'),
        (asked, model) => {
          const quirks = { ...openai?.target.quirks, lacks: lackedBy('openai', model) }
          const { body } = upstreamDialects['openai-chat'].writeRequest(requestOf(asked), { model, quirks })
          expect(Object.keys(body).filter(name => !members.has(name))).toEqual([])
          expect(check(JSON.parse(JSON.stringify(body)))).toBeNull()
        },
      ),
      { seed: SEED, numRuns: 60 },
    )
  })

  test('a client of the host’s own dialect keeps its members', () => {
    const request = { ...requestOf({ topK: 5 }), dialect: 'openai-chat' }
    const quirks = { lacks: lackedBy('openai', 'gpt-4o') }
    const { body, losses } = upstreamDialects['openai-chat'].writeRequest(request, { model: 'gpt-4o', quirks })
    expect(body.top_k).toBe(5)
    expect(losses).toEqual([])
  })
})

const NEUTRAL: Partial<Record<ParameterName, unknown>> = {
  minP: 0,
  frequencyPenalty: 0,
  presencePenalty: 0,
  repetitionPenalty: 1,
  logprobs: false,
  topLogprobs: 0,
  parallelToolCalls: true,
  store: false,
  toolChoice: { type: 'auto' },
}
const isNeutral = (name: ParameterName, asked: RequestParameters): boolean => Bun.deepEquals(NEUTRAL[name], asked[name])

function orRefused<Result>(write: () => Result): Result | null {
  try {
    return write()
  } catch (error) {
    expect(error).toBeInstanceOf(RequestRefused)
    return null
  }
}

describe('a host at OpenAI’s paths is recognized by its address', () => {
  test.each<[string, HostName]>([
    ['https://api.openai.com', 'openai'],
    ['https://eu.api.openai.com', 'openai'],
    ['https://gateway.ai.cloudflare.com/v1/account/name/openai', 'openai'],
    ['https://api.groq.com/openai', 'groq'],
    ['https://openrouter.ai/api', 'openrouter'],
    ['http://10.0.0.5:8000', 'unknown'],
  ])('%s is %s', (address, host) => expect(hostAt(address)).toBe(host))

  test.each<[string, string, boolean]>([
    ['https://api.openai.com', 'codex-mini', false],
    ['https://reseller.example', 'gpt-4o', false],
    ['https://reseller.example', 'o3', false],
    ['http://10.0.0.5:8000', 'gpt-oss-120b', true],
    ['http://10.0.0.5:8000', 'qwen3-32b', true],
    ['https://api.groq.com/openai', 'qwen3-32b', false],
    ['https://openrouter.ai/api', 'openai/gpt-4o', true],
  ])('%s with %s takes top_k: %p', (baseUrl, model, takes) => {
    const openai = providers.find(({ id }) => id === 'openai')
    const target = openai?.target?.(model, { type: 1, baseUrl, key: 'k', other: '', organization: '' })
    const lacked = new Set(target?.quirks?.lacks)
    expect(EXTENSIONS.every(name => lacked.has(name) !== takes)).toBe(true)
  })
})
