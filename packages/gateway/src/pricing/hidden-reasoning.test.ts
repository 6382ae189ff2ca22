import { expect, test } from 'bun:test'
import { reasonsOutOfSight } from './hidden-reasoning.ts'

const asked = (body: object = {}, reasoningEffort?: string) => ({
  reasoningEffort,
  member: (name: string) => Object.getOwnPropertyDescriptor(body, name)?.value,
})
const thinking = (thinkingBudget: number) => ({ generationConfig: { thinkingConfig: { thinkingBudget } } })

test.each([
  ['gpt-5', asked(), true],
  ['openai/gpt-5-mini', asked(), true],
  ['o3', asked({}, 'low'), true],
  ['gpt-5-chat-latest', asked({}, 'high'), false],
  ['gpt-5.1', asked(), false],
  ['gpt-5.1', asked({}, 'none'), false],
  ['gpt-5.1', asked({}, 'high'), true],
  ['gpt-4o', asked(), false],
  ['gemini-2.5-pro', asked(), true],
  ['gemini-2.5-flash', asked(), true],
  ['gemini-2.5-flash', asked(thinking(0)), false],
  ['gemini-2.5-flash-lite', asked(), false],
  ['gemini-2.5-flash-lite', asked(thinking(512)), true],
  ['grok-4', asked(), true],
  ['grok-4-fast-non-reasoning', asked(), false],
  ['us.anthropic.claude-sonnet-4-5', asked({ thinking: { type: 'enabled', budget_tokens: 2_000 } }), true],
  ['claude-sonnet-4-5', asked({ thinking: { type: 'disabled' } }), false],
  ['claude-sonnet-4-5', asked({ thinking: { type: 'disabled' } }, 'high'), true],
  ['gemini-2.5-flash', asked({ generation_config: { thinking_config: { thinking_budget: 0 } } }), false],
  ['gemini-2.5-flash', asked({ generationConfig: { thinkingConfig: { thinkingBudget: 'none' } } }), true],
  ['gemini-2.5-flash-lite', asked(thinking(-1)), true],
  ['gemini-2.5-flash', asked({}, 'off'), false],
  ['nobody-knows', asked(), false],
  ['nobody-knows', asked({}, 'medium'), true],
])('%s, asked %p, reasons out of sight: %p', (model, facts, expected) => {
  expect(reasonsOutOfSight(model, facts)).toBe(expected)
})
