import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { BUDGET_OF, effortOf } from '../../canonical/efforts.ts'
import type { CanonicalRequest, Effort, ReasoningRequest, RequestParameters } from '../../canonical/request.ts'
import { nearestEffort, THINKING_MODELS, thinkingModel } from '../../canonical/thinking-models.ts'
import { objectOrEmpty } from '../../raw/json.ts'
import { type UpstreamDialectId, upstreamDialects } from '../index.ts'

const SEED = 7
const RUNS = 150

/** What each model refuses, from its maker's pages and independent of the gateway's own table. */

const low3: readonly Effort[] = ['low', 'medium', 'high']

interface Claude {
  efforts?: readonly Effort[]
  /** The longest answer, for models that take a budget. */
  budgetsTo?: number
  cannotStop?: true
  never?: true
  refusesSampling?: true
}

const CLAUDES: Readonly<Record<string, Claude>> = {
  'claude-3-5-haiku-20241022': { never: true },
  'claude-3-7-sonnet-20250219': { budgetsTo: 64_000 },
  'claude-sonnet-4-20250514': { budgetsTo: 64_000 },
  'claude-opus-4-20250514': { budgetsTo: 32_000 },
  'claude-opus-4-1-20250805': { budgetsTo: 32_000 },
  'claude-sonnet-4-5-20250929': { budgetsTo: 64_000 },
  'claude-haiku-4-5': { budgetsTo: 64_000 },
  'claude-opus-4-5@20251101': { budgetsTo: 64_000 },
  'us.anthropic.claude-opus-4-6-v1': { efforts: [...low3, 'max'], budgetsTo: 128_000 },
  'claude-sonnet-4-6': { efforts: [...low3, 'max'], budgetsTo: 64_000 },
  'claude-opus-4-7': { efforts: [...low3, 'xhigh', 'max'], refusesSampling: true },
  'claude-opus-4-8': { efforts: [...low3, 'xhigh', 'max'], refusesSampling: true },
  'claude-opus-5': { efforts: [...low3, 'xhigh', 'max'], refusesSampling: true },
  'claude-sonnet-5': { efforts: [...low3, 'xhigh', 'max'], refusesSampling: true },
  'claude-opus-5-5': { efforts: [...low3, 'xhigh', 'max'], refusesSampling: true, cannotStop: true },
  'claude-fable-5-1': { efforts: [...low3, 'xhigh', 'max'], refusesSampling: true, cannotStop: true },
}

/** https://platform.claude.com/docs/en/build-with-claude/extended-thinking, …/adaptive-thinking, …/effort */
function refusedByClaude(rules: Claude, body: Record<string, unknown>): string[] {
  const { type, budget_tokens: budget } = objectOrEmpty(body.thinking)
  const { effort } = objectOrEmpty(body.output_config)
  const choice = objectOrEmpty(body.tool_choice).type
  const limit = Number(body.max_tokens)
  const thinks = type === 'enabled' || type === 'adaptive'
  const violations = {
    'thinks though it cannot': thinks && rules.never === true,
    'a budget it does not take': type === 'enabled' && !rules.budgetsTo,
    'a budget too small': type === 'enabled' && Number(budget) < 1_024,
    'a budget without room for an answer': type === 'enabled' && Number(budget) >= limit,
    'more than it can write': limit > (rules.budgetsTo ?? 128_000) && type === 'enabled',
    'adaptive though it is not': type === 'adaptive' && !rules.efforts,
    'switched off though it cannot be': type === 'disabled' && rules.cannotStop === true,
    'an effort it does not know': effort !== undefined && !rules.efforts?.includes(effort as Effort),
    'another temperature while it thinks': thinks && body.temperature !== undefined && body.temperature !== 1,
    'top_k while it thinks': thinks && body.top_k !== undefined,
    'a small top_p while it thinks': thinks && body.top_p !== undefined && Number(body.top_p) < 0.95,
    'a forced call while it thinks': thinks && (choice === 'any' || choice === 'tool'),
    'sampling it does not take':
      rules.refusesSampling === true && [body.temperature, body.top_p, body.top_k].some(value => value !== undefined),
  }
  return Object.entries(violations).flatMap(([what, isViolated]) => (isViolated ? [what] : []))
}

/** https://platform.openai.com/docs/guides/reasoning */
const OPENAI: Readonly<Record<string, readonly Effort[]>> = {
  'gpt-4o': [],
  'gpt-4.1-mini': [],
  'chatgpt-4o-latest': [],
  'gpt-5-chat-latest': [],
  o3: low3,
  'o4-mini': low3,
  'gpt-oss-120b': low3,
  'gpt-5': ['minimal', ...low3],
  'gpt-5-nano-2025-08-07': ['minimal', ...low3],
  'gpt-5-pro': ['high'],
  'gpt-5-codex': low3,
  'gpt-5.1': ['none', ...low3],
  'gpt-5.1-codex': low3,
  'gpt-5.1-codex-max': [...low3, 'xhigh'],
  'gpt-5.2': ['none', ...low3, 'xhigh'],
  'gpt-5.2-pro': ['medium', 'high', 'xhigh'],
  'gpt-5.4-mini': ['none', ...low3, 'xhigh'],
  'gpt-5.6': ['none', ...low3, 'xhigh', 'max'],
}

interface Gemini {
  levels?: readonly string[]
  budgets?: [least: number, most: number]
  cannotStop?: true
}

/** https://ai.google.dev/gemini-api/docs/thinking */
const GEMINIS: Readonly<Record<string, Gemini>> = {
  'gemini-2.0-flash': {},
  'gemini-2.5-pro': { budgets: [128, 32_768], cannotStop: true },
  'gemini-2.5-flash': { budgets: [0, 24_576] },
  'gemini-2.5-flash-lite': { budgets: [512, 24_576] },
  'gemini-3-pro-preview': { levels: ['LOW', 'HIGH'] },
  'gemini-3.1-pro-preview': { levels: ['LOW', 'MEDIUM', 'HIGH'] },
  'gemini-3-flash-preview': { levels: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] },
}

function refusedByGemini({ levels, budgets, cannotStop }: Gemini, body: Record<string, unknown>): string[] {
  const config = objectOrEmpty(objectOrEmpty(body.generationConfig).thinkingConfig)
  const { thinkingLevel: level, thinkingBudget } = config
  const budget = thinkingBudget as number | undefined
  const [least, most] = budgets ?? [0, 0]
  const violations = {
    'thinks though it cannot': !levels && !budgets && Object.keys(config).length > 0,
    'both measures': level !== undefined && budget !== undefined,
    'a level it does not know': level !== undefined && !levels?.includes(String(level)),
    'a budget it does not take': budget !== undefined && !budgets,
    'a budget out of range': budget !== undefined && budget > 0 && (budget < least || budget > most),
    'switched off though it cannot be': budget === 0 && cannotStop === true,
  }
  return Object.entries(violations).flatMap(([what, isViolated]) => (isViolated ? [what] : []))
}

/** A model for each line of the table. */
const MODEL_OF: Readonly<Record<string, string>> = {
  'Claude 3.5 and before': 'claude-3-5-sonnet-20241022',
  'Claude 3.7': 'claude-3-7-sonnet-latest',
  'Claude 4.5': 'anthropic/claude-sonnet-4.5',
  'Claude Opus 4.6, Sonnet 4.6': 'claude-opus-4-6',
  'Claude Opus 4.7, 4.8': 'claude-opus-4-8',
  'Claude Opus 4, 4.1': 'claude-opus-4-1',
  'Claude Sonnet 4': 'claude-sonnet-4-0',
  'Claude Opus 5, Sonnet 5, Haiku 5': 'claude-opus-5-20260105',
  'Claude Opus 5.5, Fable, Mythos and later': 'claude-fable-5',
  'Gemini 2.0 and before, Gemma 3': 'gemini-2.0-flash',
  'Gemini 2.5 Pro': 'gemini-2.5-pro',
  'Gemini 2.5 Flash-Lite': 'gemini-2.5-flash-lite',
  'Gemini 2.5 Flash': 'gemini-2.5-flash',
  'Gemini 3 Pro': 'gemini-3-pro-preview',
  'Gemini 3.1 Pro and later': 'gemini-3.1-pro-preview',
  'Gemini 3 Flash and later': 'gemini-3.5-flash',
  'GPT-4 and before, GPT-5 Chat': 'gpt-4o',
  'o series, codex-mini, gpt-oss': 'openai/gpt-oss-120b',
  'GPT-5 Pro': 'gpt-5-pro',
  'GPT-5.2 Pro and later': 'gpt-5.2-pro',
  'GPT-5 Codex, GPT-5.1 Codex': 'gpt-5.1-codex-mini',
  'GPT-5.1 Codex Max and later': 'gpt-5.3-codex',
  'GPT-5': 'gpt-5-mini',
  'GPT-5.1': 'gpt-5.1',
  'GPT-5.2 to 5.5': 'gpt-5.4',
  'GPT-5.6 and later': 'gpt-5.6-sol',
  'models named Instruct': 'qwen3-235b-a22b-instruct-2507',
  'Grok 3 mini': 'grok-3-mini',
  'Grok 4.3': 'grok-4.3',
  'Grok 4.5 and later': 'grok-4.5',
  'DeepSeek V3 and before': 'deepseek-ai/DeepSeek-V3',
  'DeepSeek R1': 'deepseek-reasoner',
  'DeepSeek V3.1, V3.2': 'deepseek-ai/DeepSeek-V3.1',
  'DeepSeek V4 and later': 'deepseek-v4-pro',
  'GLM-4 and before': 'glm-4-plus',
  'GLM-4.5 to 5.1': 'zai-org/GLM-4.6',
  'GLM-5.2': 'glm-5.2',
  'GLM-5.3 and later': 'glm-5.3',
  'Moonshot V1, Kimi K2': 'moonshot-v1-8k',
  'Kimi K2.5, K2.6': 'kimi-k2.6',
  'Kimi K2 Thinking, K2.7 Code': 'kimi-k2-thinking',
  'Kimi K3 and later': 'kimi-k3',
  'Qwen without thinking': 'qwen3-coder-plus',
  'QwQ, Qwen thinking': 'qwq-32b',
  'Qwen3 and later': 'qwen3-32b',
  'Doubao Seed 1.6': 'doubao-seed-1-6-250615',
  'Doubao Seed 1.8 and later': 'doubao-seed-2-0-pro',
  'Mistral Small 4, Medium 3.5': 'mistral-small-latest',
  Magistral: 'magistral-medium-latest',
  'other models of Mistral': 'mistral-large-latest',
  Sonar: 'sonar-pro',
  'Sonar Reasoning, Deep Research': 'sonar-deep-research',
}

const reasoning: fc.Arbitrary<ReasoningRequest> = fc
  .record(
    {
      mode: fc.constantFrom('off', 'on', 'adaptive'),
      effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
      budget: fc.constantFrom(1, 500, 1_024, 4_000, 10_000, 31_999, 63_999, 200_000),
      show: fc.constantFrom('none', 'auto'),
    } as const,
    { requiredKeys: [] },
  )
  // no dialect reads these
  .filter(({ mode, effort, budget }) => !(effort === 'none' && (mode !== 'off' || budget !== undefined)))
  .filter(
    ({ mode, effort, budget }) =>
      mode !== 'off' || ((effort === undefined || effort === 'none') && budget === undefined),
  )

const parameters: fc.Arbitrary<RequestParameters> = fc.record(
  {
    reasoning,
    maxTokens: fc.constantFrom(16, 1_024, 1_025, 2_000, 8_192, 30_000),
    temperature: fc.constantFrom(0, 0.7, 1, 2),
    topP: fc.constantFrom(0.5, 0.95, 1),
    topK: fc.constantFrom(1, 40),
    toolChoice: fc.constantFrom({ type: 'auto' }, { type: 'required' }, { type: 'tool', name: 'look' }),
  } as const,
  { requiredKeys: ['reasoning'] },
)

const requestOf = (asked: RequestParameters, dialect = 'openai-responses'): CanonicalRequest => ({
  dialect,
  model: 'any',
  stream: true,
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  tools: [{ type: 'function', name: 'look' }],
  parameters: asked,
  extras: {},
})

const written = (dialect: UpstreamDialectId, model: string, asked: RequestParameters, defaultMaxTokens?: number) =>
  upstreamDialects[dialect].writeRequest(requestOf(asked), { model, ...(defaultMaxTokens && { defaultMaxTokens }) })

const each = (property: (asked: RequestParameters) => void) =>
  fc.assert(fc.property(parameters, property), { seed: SEED, numRuns: RUNS })

describe('a model accepts thinking settings converted from another format', () => {
  test.each(Object.entries(CLAUDES))('%s', (model, rules) => {
    each(asked => {
      for (const limit of [8_192, 32_000]) {
        expect(refusedByClaude(rules, written('anthropic-messages', model, asked, limit).body)).toEqual([])
      }
    })
  })

  test.each(Object.entries(OPENAI))('%s', (model, efforts) => {
    each(asked => {
      const chat = written('openai-chat', model, asked).body.reasoning_effort
      const responses = objectOrEmpty(written('openai-responses', model, asked).body.reasoning).effort
      expect(responses).toBe(chat)
      if (chat !== undefined) expect(efforts).toContain(chat as Effort)
    })
  })

  test.each(Object.entries(GEMINIS))('%s', (model, rules) => {
    each(asked => expect(refusedByGemini(rules, written('gemini', model, asked).body)).toEqual([]))
  })
})

describe('an effort makes the model think', () => {
  const EFFORTS = ['low', 'medium', 'high', 'xhigh'] as const
  const thinkers = Object.entries(CLAUDES).filter(([, { never }]) => !never)

  test.each(thinkers.flatMap(([model]) => EFFORTS.map(effort => ({ model, effort }))))(
    '$model at $effort',
    ({ model, effort }) => {
      const { body } = written('anthropic-messages', model, { reasoning: { effort } }, 64_000)
      const { budget_tokens: budget, type } = objectOrEmpty(body.thinking)
      expect(['enabled', 'adaptive']).toContain(String(type))
      if (type === 'enabled') expect(effortOf({ budget: Number(budget) })).toBe(effort === 'xhigh' ? 'high' : effort)
      else expect(body.output_config).toEqual({ effort: nearestEffort(effort, CLAUDES[model]?.efforts ?? []) })
    },
  )

  test('Anthropic’s own client may set an effort without mentioning thinking', () => {
    const request = requestOf({ reasoning: { effort: 'medium' } }, 'anthropic-messages')
    const { body } = upstreamDialects['anthropic-messages'].writeRequest(request, { model: 'claude-opus-5' })
    expect(body.thinking).toBeUndefined()
    expect(body.output_config).toEqual({ effort: 'medium' })
  })

  test('a model that thinks only when asked is told to', () => {
    for (const mode of ['on', 'adaptive'] as const)
      expect(written('openai-chat', 'gpt-5.2', { reasoning: { mode } }).body.reasoning_effort).toBe('medium')
  })
})

describe('requested and sent settings differ only if that is reported', () => {
  const models = THINKING_MODELS.flatMap(({ title }) => MODEL_OF[title] ?? [])

  test('each line of the table has a model and is found', () => {
    expect(models.map(model => thinkingModel(model)?.title)).toEqual(THINKING_MODELS.map(({ title }) => title))
  })

  test.each(models)('%s by `reasoning_effort`', model => {
    const told = thinkingModel(model)
    each(asked => {
      const wanted = effortOf(asked.reasoning ?? {})
      const { body, losses } = written('openai-chat', model, asked)
      if (wanted === null || body.reasoning_effort === wanted) return
      const isNothing = wanted === 'none' && (told?.thinks === 'never' || told?.thinks === 'when asked')
      if (!isNothing) expect(losses.map(({ what }) => what).join()).toContain('reasoning')
    })
  })
})

test('the budget of an effort converts back to it, up to the highest that every model takes', () => {
  for (const effort of low3) expect(effortOf({ budget: BUDGET_OF[effort as 'low'] })).toBe(effort)
  expect(effortOf({ budget: BUDGET_OF.max })).toBe('high')
})

test('of two nearest efforts, the one nearer to high is taken', () => {
  const some: readonly Effort[] = ['low', 'high', 'max']
  const nearest = (['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const).map(wanted =>
    nearestEffort(wanted, some),
  )
  // DeepSeek itself maps them like this: https://api-docs.deepseek.com/guides/thinking_mode
  expect(nearest).toEqual(['low', 'low', 'high', 'high', 'high', 'max'])
})
