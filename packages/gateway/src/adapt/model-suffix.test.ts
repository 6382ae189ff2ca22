import { expect, test } from 'bun:test'
import { optionTable } from '@tollgate/contract'
import type { OperatorOptions } from '../providers/provider.ts'
import { listedNames, pricedNames, splitModelName, type ThinkingOverride } from './model-suffix.ts'

const adapting = (isOn: boolean): OperatorOptions => ({
  get: key => (key.endsWith('thinking_adapter_enabled') ? isOn : optionTable[key].default) as never,
})

type Line = [wire: string, name: string, model: string, thinking: ThinkingOverride | null]

const effort = (effort: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'): ThinkingOverride => ({
  type: 'effort',
  effort,
})

test.each<Line>([
  ['openai-chat', 'o3-mini-high', 'o3-mini', effort('high')],
  ['openai-chat', 'gpt-5-minimal', 'gpt-5', effort('minimal')],
  ['openai-responses', 'gpt-5.2-none', 'gpt-5.2', effort('none')],
  ['openai-responses', 'gpt-5.2-xhigh', 'gpt-5.2', effort('xhigh')],
  ['openai-chat', 'grok-3-mini-low', 'grok-3-mini', effort('low')],
  ['anthropic-messages', 'claude-sonnet-4-5-thinking', 'claude-sonnet-4-5', { type: 'thinking' }],
  ['anthropic-count-tokens', 'claude-sonnet-4-5-thinking', 'claude-sonnet-4-5', { type: 'thinking' }],
  ['bedrock', 'claude-sonnet-4-5-thinking-4096', 'claude-sonnet-4-5', { type: 'thinking', budget: 4096 }],
  ['anthropic-messages', 'claude-opus-4-8-high', 'claude-opus-4-8', effort('high')],
  ['gemini', 'gemini-2.5-flash-nothinking', 'gemini-2.5-flash', { type: 'no-thinking' }],
  ['gemini', 'gemini-2.5-pro-thinking-128', 'gemini-2.5-pro', { type: 'thinking', budget: 128 }],
  ['gemini', 'gemini-3-pro-preview-low', 'gemini-3-pro-preview', effort('low')],
  // these models have the suffix in their own name
  ['openai-chat', 'gpt-4o-high', 'gpt-4o-high', null],
  ['openai-chat', 'kimi-k2-thinking', 'kimi-k2-thinking', null],
  ['openai-chat', 'claude-sonnet-4-5-thinking', 'claude-sonnet-4-5-thinking', null],
  ['openai-chat', 'o3-mini-high-8', 'o3-mini-high-8', null],
  ['openai-chat', 'gpt-5-thinking', 'gpt-5-thinking', null],
  ['openai-embeddings', 'gpt-5-high', 'gpt-5-high', null],
  ['anthropic-messages', 'claude-3-7-sonnet-high', 'claude-3-7-sonnet-high', null],
  ['gemini', 'gemini-2.0-flash-thinking', 'gemini-2.0-flash-thinking', null],
])('in %s, %s becomes %s with the override %j', (wire, name, model, thinking) => {
  expect(splitModelName(name, wire, adapting(true))).toEqual({ model, thinking })
})

test.each([
  ['anthropic-messages', 'claude-sonnet-4-5-thinking'],
  ['gemini', 'gemini-2.5-flash-nothinking'],
])('an operator who switches off the adapter for %s keeps the name unchanged', (wire, name) => {
  expect(splitModelName(name, wire, adapting(false))).toEqual({ model: name, thinking: null })
})

test('a budget in a name may be listed with a wildcard, and priced without one', () => {
  const name = 'gemini-2.5-flash-thinking-1024'
  expect(listedNames(name)).toEqual([name, 'gemini-2.5-flash-thinking-*'])
  expect(pricedNames(name)).toEqual([name, 'gemini-2.5-flash-thinking-*', 'gemini-2.5-flash'])
  expect(pricedNames('gpt-5-high')).toEqual(['gpt-5-high', 'gpt-5'])
  expect(pricedNames('gpt-4o')).toEqual(['gpt-4o'])
})
