import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { scanObject } from '../raw/scan-json.ts'
import { BODY_CHOICES } from './choice-members.ts'
import { type ChoiceTerms, isChoiceField, withoutChoices } from './without-choices.ts'

const DEAR = 'anthropic/dear-model'
const CHAT: ChoiceTerms = { format: 'openai-chat', model: 'cheap', allowsOthers: false, levels: 'priced' }
const checked = (text: string, terms: Partial<ChoiceTerms> = {}) =>
  withoutChoices(scanObject(text), { ...CHAT, ...terms })
const parsed = (text: string, terms?: Partial<ChoiceTerms>) => JSON.parse(checked(text, terms).body.text)

/** A request without choices; all of it must stay. */
const PLAIN = {
  model: 'cheap',
  messages: [{ role: 'user', content: 'Tell me of "models", provider and fallbacks' }],
  tools: [
    {
      type: 'function',
      function: { name: 'pick', parameters: { type: 'object', properties: { model: {}, models: {}, provider: {} } } },
    },
  ],
  metadata: { provider: 'mine', models: 'ours' },
  temperature: 1,
}

/** Members that choose, as their hosts document them. */
const CHOICES: readonly [place: string[], value: unknown][] = [
  [['models'], [DEAR]],
  [['fallbacks'], [{ model: DEAR }]],
  [['provider'], { order: [DEAR] }],
  [['route'], DEAR],
  [['preset'], DEAR],
  [['transforms'], [DEAR]],
  [['context_window_fallbacks'], [{ cheap: [DEAR] }]],
  [['api_base'], DEAR],
  [['custom_llm_provider'], DEAR],
  [['tags'], [DEAR]],
  [['specific_deployment'], DEAR],
  [['vertex_location'], DEAR],
  [['aws_region_name'], DEAR],
  [['plugins'], [{ id: 'auto-router', allowed_models: [DEAR] }]],
  [['plugins'], [{ id: 'web', model: DEAR }]],
  [['plugins'], [{ id: 'fusion', judge: DEAR }]],
  [['extra_body', 'model'], DEAR],
  [['extra_body', 'models'], [DEAR]],
  [['extra_body', 'extra_body', 'model'], DEAR],
  [['extra_body', 'extra_body', 'extra_body', 'extra_body', 'extra_body', 'model'], DEAR],
  [['extra_body', 'service_tier'], DEAR],
  [['providerOptions', 'gateway', 'models'], [DEAR]],
  [['providerOptions', 'gateway', 'order'], [DEAR]],
  [['providerOptions', 'gateway', 'only'], [DEAR]],
  [['providerOptions', 'gateway', 'unheardOf'], DEAR],
  [['providerOptions', 'openai', 'serviceTier'], DEAR],
  [['extra_body', 'providerOptions', 'gateway', 'models'], [DEAR]],
  [['generationConfig', 'routingConfig'], { manualMode: { modelName: DEAR } }],
  [['service_tier'], DEAR],
  [['speed'], DEAR],
  [['inference_geo'], DEAR],
]

/** The same name in spellings that other parsers accept: escaped, in another case, with other separators. */
const spelledName = (name: string, random: number): string => {
  const turned = [
    name,
    name.toUpperCase(),
    name.replaceAll('_', '-'),
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    name.replace(/s/, 'ſ'),
  ]
  const one = turned[random % turned.length] ?? name
  return `"${[...one]
    .map((letter, at) =>
      (random >> (at % 20)) & 1 ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
    )
    .join('')}"`
}

const space = fc.stringMatching(/^[ \n\t\r]{0,12}$/)

/** JSON text of members with a choice among them. */
const withChoice = fc
  .record({
    choice: fc.constantFrom(...CHOICES),
    random: fc.nat(),
    gap: space,
    at: fc.nat(Object.keys(PLAIN).length),
    isTwice: fc.boolean(),
  })
  .map(({ choice: [place, value], random, gap, at, isTwice }) => {
    const member = (names: string[]): string => {
      const [name = '', ...inner] = names
      const written = inner.length > 0 ? `{${gap}${member(inner)}${gap}}` : JSON.stringify(value)
      const one = `${spelledName(name, random)}${gap}:${gap}${written}`
      return isTwice ? `${one},${gap}${one}` : one
    }
    const members = Object.entries(PLAIN).map(([name, kept]) => `${JSON.stringify(name)}:${JSON.stringify(kept)}`)
    members.splice(at, 0, member(place))
    return `{${gap}${members.join(`${gap},`)}${gap}}`
  })

describe('members that choose another model or provider', () => {
  test('are removed at any place, in any spelling and order; all else is sent', () => {
    fc.assert(
      fc.property(withChoice, text => {
        const { body, losses, otherModels } = checked(text)
        expect(body.text).not.toContain('dear-model')
        expect(JSON.parse(body.text)).toMatchObject(PLAIN)
        expect(losses).not.toBeEmpty()
        expect(otherModels).toBeNull()
        expect(scanObject(body.text)).toEqual(body)
      }),
      { seed: 7, numRuns: 600 },
    )
  })

  test('are sent unchanged if the operator allows them, and name the models that may serve', () => {
    fc.assert(
      fc.property(withChoice, text => {
        const { body, losses, otherModels } = checked(text, { allowsOthers: true })
        if (losses.length > 0) return
        expect(body.text).toBe(text)
        expect(otherModels).toContain(DEAR)
      }),
      { seed: 8, numRuns: 300 },
    )
  })

  test('allow no other model if permitted but absent', () => {
    expect(checked(JSON.stringify(PLAIN), { allowsOthers: true }).otherModels).toBeNull()
  })

  test('at most a hundred models are reported, however many are named and however deep', () => {
    const namesOf = (fallbacks: unknown) =>
      checked(JSON.stringify({ ...PLAIN, fallbacks }), { allowsOthers: true }).otherModels?.length
    const names = (count: number) => Array.from({ length: count }, (_, at) => `model-${at}`)
    const each = names(20).map(name => ({ only: [[name]] }))
    expect([namesOf(names(99)), namesOf(names(300)), namesOf(each)]).toEqual([99, 100, 20])
  })

  test('nested bodies are searched four levels deep; deeper ones are removed', () => {
    const nested = (levels: number): object => (levels === 0 ? { temperature: 1 } : { extra_body: nested(levels - 1) })
    const kept = (levels: number) => JSON.stringify(parsed(JSON.stringify({ ...PLAIN, ...nested(levels) })))
    expect([kept(4).includes('{"temperature":1}'), kept(5).includes('{"temperature":1}')]).toEqual([true, false])
  })

  test('a request without choices stays the same object', () => {
    const scanned = scanObject(JSON.stringify(PLAIN))
    expect(withoutChoices(scanned, CHAT)).toEqual({ body: scanned, losses: [], levels: {}, otherModels: null })
    expect(withoutChoices(scanned, CHAT).body).toBe(scanned)
  })

  test.each<[string, object]>([
    ['null, which chooses nothing', { models: null, provider: null }],
    ['plugins that choose none', { plugins: [{ id: 'web', max_results: 3 }, { id: 'response-healing' }] }],
    ['options of a gateway that choose nothing', { providerOptions: { gateway: { user: 'me' } } }],
    ['thinking of Gemini in an extra body', { extra_body: { google: { thinking_config: { thinking_budget: 1 } } } }],
    ['hosted tools without a model', { tools: [{ type: 'web_search' }, { type: 'image_generation', size: 'auto' }] }],
    ['a tool of Anthropic’s client', { tools: [{ name: 'pick', input_schema: { properties: { model: {} } } }] }],
  ])('%s stays', (_what, members) => {
    expect(parsed(JSON.stringify({ ...PLAIN, ...members }))).toEqual({ ...PLAIN, ...members })
  })

  test('members set by the operator stay', () => {
    const text = JSON.stringify({ ...PLAIN, models: [DEAR], provider: { only: ['a'] } })
    expect(parsed(text, { isOperators: name => name === 'provider' })).toEqual({ ...PLAIN, provider: { only: ['a'] } })
  })

  test('formats of upstreams alone were written by the gateway and are not searched', () => {
    const text = '{"provider":"a","models":["b"]}'
    expect(checked(text, { format: 'dify' }).body.text).toBe(text)
  })

  test('a host’s tool that calls a model of the client’s choice is removed; one that draws loses only the choice', () => {
    const tools = [
      { type: 'advisor_20260301', name: 'advisor', model: DEAR },
      { type: 'openrouter:subagent', parameters: { model: DEAR } },
      { type: 'image_generation', model: DEAR, size: 'auto' },
      { type: 'function', name: 'pick', parameters: { properties: { model: {} } } },
    ]
    const { body, losses } = checked(JSON.stringify({ ...PLAIN, tools }))
    expect(JSON.parse(body.text).tools).toEqual([{ type: 'image_generation', size: 'auto' }, tools[3]])
    expect(losses.map(({ what }) => what)).toEqual([
      'tool advisor_20260301',
      'tool openrouter?subagent',
      'tool "image_generation.model"',
    ])
    expect(parsed(JSON.stringify({ ...PLAIN, tools: tools.slice(0, 2) })).tools).toBeUndefined()
  })

  test('a tool with two types counts as a host’s tool', () => {
    const text = `{"tools":[{"type":"function","type":"advisor_20260301","model":"${DEAR}"}]}`
    expect(checked(text).body.text).toBe('{}')
  })

  test('a nested body with too many members to search is removed', () => {
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`m${at}`, 1]))
    expect(parsed(JSON.stringify({ ...PLAIN, extra_body: { ...many, model: DEAR } }))).toEqual(PLAIN)
  })
})

describe('service levels', () => {
  test.each<[string, Partial<ChoiceTerms>, object, Record<string, number>]>([
    ['gpt-5', {}, { service_tier: 'Priority' }, { service_tier: 2 }],
    ['openai/gpt-4o-2024-11-20', {}, { service_tier: 'fast' }, { service_tier: 1.7 }],
    ['gemini-2.5-pro', { format: 'gemini' }, { serviceTier: 'SERVICE_TIER_PRIORITY' }, { service_tier: 1.8 }],
    [
      'claude-opus-4-6',
      { format: 'anthropic-messages' },
      { speed: 'fast', inference_geo: 'us' },
      { speed: 6, inference_geo: 1.1 },
    ],
    ['anthropic.claude-x', { format: 'bedrock' }, { serviceTier: { type: 'priority' } }, { service_tier: 1.75 }],
    ['anything', {}, { service_tier: 'auto', speed: 'standard' }, { service_tier: 1, speed: 1 }],
  ])('of %s are sent if they have a price', (model, more, members, ratios) => {
    const { body, losses, levels } = checked(JSON.stringify(members), { model, ...more })
    expect(JSON.parse(body.text)).toEqual(members)
    expect(losses).toEqual([])
    expect(Object.fromEntries(Object.values(levels).map(({ level, ratio }) => [level, ratio]))).toEqual(ratios)
  })

  test.each<[string, Partial<ChoiceTerms>, object]>([
    ['a word nobody has published', { model: 'gpt-5' }, { service_tier: 'ultrafast' }],
    ['a model nobody has published it for', { model: 'gpt-3.5-turbo' }, { service_tier: 'priority' }],
    ['no word', { model: 'gpt-5' }, { service_tier: ['priority'] }],
    ['a dearer one where the channel takes none', { model: 'gpt-5', levels: 'usual' }, { service_tier: 'priority' }],
    ['a faster Claude of another kind', { model: 'claude-haiku-4-5', format: 'anthropic-messages' }, { speed: 'fast' }],
  ])('%s is not sent and is reported', (_what, terms, members) => {
    const { body, losses, levels } = checked(JSON.stringify(members), terms)
    expect(body.text).toBe('{}')
    expect(losses).toEqual([{ what: `"${Object.keys(members)[0]}"`, why: 'it has no price here' }])
    expect(levels).toEqual({})
  })

  test('a number is the speed of a voice', () => {
    expect(checked('{"speed":1.5}', { format: 'openai-speech' }).body.text).toBe('{"speed":1.5}')
  })
})

test('form fields are recognized by name, also in brackets', () => {
  const chosen = ['models', 'models[]', 'provider[order][0]', 'Extra_Body[model]', 'service_tier', 'fallbacks[0].model']
  const plain = ['model', 'file', 'prompt', 'language', 'speed', 'timestamp_granularities[]', 'image[]']
  expect([...chosen, ...plain].filter(isChoiceField)).toEqual(chosen)
})

test('a conversation is never edited, so that one of many megabytes need not be read', () => {
  for (const name of ['messages', 'input', 'contents', 'prompt', 'documents'])
    expect(BODY_CHOICES.rules.has(name)).toBe(false)
})
