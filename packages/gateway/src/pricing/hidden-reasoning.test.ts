import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readRecordingFiles } from '../protocols/laws/recording-files.ts'
import { isObject, objectOrEmpty } from '../raw/json.ts'
import { hiddenReasoning } from './hidden-reasoning.ts'

const asking =
  (body: object = {}) =>
  (name: string) =>
    Object.getOwnPropertyDescriptor(body, name)?.value
const budget = (thinkingBudget: unknown) => ({ generationConfig: { thinkingConfig: { thinkingBudget } } })
const effort = (reasoning_effort: string) => ({ reasoning_effort })

test.each([
  ['gpt-5', {}, 'always'],
  ['openai/gpt-5-mini', {}, 'always'],
  ['o3', effort('low'), 'always'],
  ['gpt-5-chat-latest', effort('high'), 'never'],
  ['gpt-5.1-chat-latest', {}, 'always'],
  ['gpt-5.1', {}, 'never'],
  ['gpt-5.1', effort('none'), 'never'],
  ['gpt-5.1', effort('high'), 'always'],
  ['gpt-5.1', { reasoning_effort: 'none', reasoning: { effort: 'high' } }, 'always'],
  ['gpt-5.4-mini-2026-03-05', {}, 'never'],
  ['gpt-5.5', {}, 'always'],
  ['gpt-5.2-pro', {}, 'always'],
  ['gpt-5.2-pro', effort('none'), 'always'],
  ['gpt-5.1-codex-max', {}, 'always'],
  ['gpt-9', {}, 'always'],
  ['gpt-4o', {}, 'never'],
  ['GPT-4o', {}, 'never'],
  ['gpt-oss-120b', {}, 'unless shown'],
  ['gemini-2.5-pro', {}, 'always'],
  ['gemini-pro-latest', {}, 'always'],
  ['gemini-2.5-flash', {}, 'always'],
  ['gemini-2.5-flash', budget(0), 'never'],
  ['gemini-2.5-flash', budget('0'), 'always'],
  ['gemini-2.5-flash', { generation_config: { thinking_config: { thinking_budget: 0 } } }, 'never'],
  ['gemini-2.5-flash-lite', {}, 'never'],
  ['gemini-2.5-flash-lite', budget(512), 'always'],
  ['gemini-2.5-flash-lite', budget(-1), 'always'],
  ['grok-4', {}, 'always'],
  ['grok-code-fast-1', {}, 'always'],
  ['grok-4-fast-non-reasoning', {}, 'never'],
  ['us.anthropic.claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 2_000 } }, 'always'],
  ['claude-sonnet-4-5', { additionalModelRequestFields: { thinking: { type: 'enabled' } } }, 'always'],
  ['claude-sonnet-4-5', {}, 'never'],
  ['claude-sonnet-4-5', { thinking: { type: 'disabled' } }, 'never'],
  ['claude-sonnet-4-5', { thinking: { type: 'disabled' }, ...effort('high') }, 'always'],
  ['claude-sonnet-5', {}, 'always'],
  ['claude-sonnet-5', { thinking: { type: 'disabled' } }, 'never'],
  ['meta-llama/llama-3.3-70b', {}, 'never'],
  ['llama-3.1-nemotron-ultra', {}, 'unless shown'],
  ['deepseek-r1-distill-llama-70b', {}, 'unless shown'],
  ['deepseek-chat', { model: 'o3' }, 'always'],
  ['nobody-knows', {}, 'unless shown'],
  ['nobody-knows', effort('none'), 'unless shown'],
] as const)('%s, with %p, hides its reasoning: %s', (model, body, expected) => {
  expect(hiddenReasoning(model, asking(body)).hides).toBe(expected)
})

describe('a model', () => {
  /** A name that nobody considered when making the table. */
  const unknownName = fc
    .stringMatching(/^[a-z]{3,12}(-[a-z0-9.]{1,8}){0,3}$/)
    .filter(
      name =>
        !/gpt|claude|gemini|gemma|grok|llama|o\d|qw|deepseek|glm|kimi|moonshot|doubao|mi[ns]|stral|sonar|instruct|thinking|open|pixtral/.test(
          name,
        ),
    )

  test('may hide its reasoning if its name is unknown, whatever the request', () => {
    const told = fc.constantFrom({}, effort('none'), budget(0), { thinking: { type: 'disabled' } })
    fc.assert(
      fc.property(unknownName, told, (name, body) => hiddenReasoning(name, asking(body)).hides === 'unless shown'),
      { seed: 1 },
    )
  })

  test('of a maker that shows summaries hides its reasoning under any future name', () => {
    const maker = fc.constantFrom('gpt-5.2-', 'gpt-6-', 'o7-', 'gemini-3-', 'gemini-', 'grok-5-', 'grok-', 'claude-6-')
    const host = fc.constantFrom('', 'openai/', 'models/', 'eu.maker.')
    const word = fc.stringMatching(/^[a-z]{5,9}$/).filter(name => !/instruct|chat|beta|haiku|lite/.test(name))
    fc.assert(
      fc.property(
        host,
        maker,
        word,
        (at, made, name) => hiddenReasoning(at + made + name, asking()).hides === 'always',
      ),
      { seed: 2 },
    )
  })

  test('is the same in capitals', () => {
    const name = fc.constantFrom('gpt-5', 'gpt-4o', 'gemini-2.5-flash-lite', 'claude-sonnet-4-5', 'grok-4', 'o3')
    fc.assert(
      fc.property(name, fc.integer({ min: 0, max: 2 ** 12 }), (plain, bits) => {
        const odd = [...plain].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join('')
        return hiddenReasoning(odd, asking()).hides === hiddenReasoning(plain, asking()).hides
      }),
      { seed: 3 },
    )
  })

  const thought = readRecordingFiles().flatMap(({ name, exchange: { request, response } }) => {
    const body = objectOrEmpty(request.body)
    const model = typeof body.model === 'string' ? body.model : /models\/([^:]+):/.exec(request.path)?.[1]
    const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
    const hasThought = /"(reasoning_tokens|thoughtsTokenCount|thinking_tokens)": ?[1-9]/.test(text)
    // effort "none" bills a few tokens at tools, and a router may answer with another model
    const isPlain = /"effort": ?"none"/.test(text) || isObject(body.provider) || Array.isArray(body.models)
    return model && hasThought && !isPlain ? [{ name, model, body }] : []
  })

  test('that has thought in a recorded answer is not listed as never thinking', () => {
    const missed = thought.filter(({ model, body }) => hiddenReasoning(model, asking(body)).hides === 'never')
    expect(missed.map(({ name }) => name)).toEqual([])
    expect(thought.length).toBeGreaterThan(200)
  })
})

test('a hold pays for the reasoning of an unknown model if the request asks for it', () => {
  expect(hiddenReasoning('nobody-knows', asking()).isOutOfSight).toBe(false)
  expect(hiddenReasoning('nobody-knows', asking(effort('medium'))).isOutOfSight).toBe(true)
  expect(hiddenReasoning('gpt-5', asking()).isOutOfSight).toBe(true)
  expect(hiddenReasoning('gpt-4o', asking(effort('medium'))).isOutOfSight).toBe(false)
})

test('a prediction is billed as output where the answer does not use it, whatever the model', () => {
  const prediction = { type: 'content', content: 'A door' }
  expect(hiddenReasoning('gpt-4o', asking({ prediction }))).toEqual({ hides: 'always', isOutOfSight: true })
  expect(hiddenReasoning('gpt-4o', asking({ prediction: null })).hides).toBe('never')
})
