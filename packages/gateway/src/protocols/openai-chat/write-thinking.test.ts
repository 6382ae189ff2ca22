import { describe, expect, test } from 'bun:test'
import type { CanonicalRequest, ReasoningRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { Loss } from '../common/losses.ts'
import type { ThinkingWords } from './quirks.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'
import { writeThinking } from './write-thinking.ts'

const requestOf = (reasoning: ReasoningRequest): CanonicalRequest => ({
  dialect: 'anthropic-messages',
  model: 'any',
  stream: false,
  turns: [],
  tools: [],
  parameters: { reasoning },
  extras: {},
})

describe('how a host is told to think', () => {
  test.each<[ThinkingWords, string, ReasoningRequest, JsonObject, string[]]>([
    [
      'type',
      'deepseek-v4-pro',
      { effort: 'medium' },
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
      ['reasoning.effort'],
    ],
    ['type', 'deepseek-v4-pro', { mode: 'off' }, { thinking: { type: 'disabled' } }, []],
    ['type', 'deepseek-chat', { mode: 'on', budget: 9_000 }, { thinking: { type: 'enabled' } }, ['reasoning.effort']],
    ['type', 'deepseek-reasoner', { mode: 'on' }, {}, []],
    ['type', 'glm-4.7', { mode: 'on' }, { thinking: { type: 'enabled' } }, []],
    ['type', 'glm-4-plus', { effort: 'low' }, {}, ['reasoning']],
    ['type', 'glm-5.3', { mode: 'off' }, { reasoning_effort: 'low' }, ['reasoning']],
    ['type', 'kimi-k3', { effort: 'max' }, { reasoning_effort: 'max' }, []],
    ['type', 'kimi-k2.6', { mode: 'off' }, { thinking: { type: 'disabled' } }, []],
    [
      'type',
      'doubao-seed-2-0-pro',
      { effort: 'minimal' },
      { thinking: { type: 'enabled' }, reasoning_effort: 'minimal' },
      [],
    ],
    ['type', 'ep-20260101', { effort: 'low' }, { reasoning_effort: 'low' }, []],
    ['flag', 'qwen3-max', { effort: 'high' }, { enable_thinking: true, thinking_budget: 16_384 }, []],
    [
      'flag',
      'qwen-plus',
      { mode: 'on', budget: 99_999 },
      { enable_thinking: true, thinking_budget: 38_912 },
      ['reasoning.budget'],
    ],
    ['flag', 'qwen-plus', { mode: 'off' }, { enable_thinking: false }, []],
    ['flag', 'qwen3-coder-plus', { effort: 'high' }, {}, ['reasoning']],
    ['flag', 'qwq-plus', { mode: 'off' }, {}, ['reasoning']],
    ['flag', 'zai-org/GLM-4.6', { mode: 'adaptive' }, { enable_thinking: true }, []],
    [
      'router',
      'anthropic/claude-opus-5',
      { effort: 'xhigh', show: 'none' },
      { reasoning: { effort: 'xhigh', exclude: true } },
      [],
    ],
    ['router', 'any', { mode: 'on', budget: 2_000 }, { reasoning: { max_tokens: 2_000 } }, []],
    ['router', 'any', { mode: 'off' }, { reasoning: { effort: 'none' } }, []],
    ['router', 'any', { mode: 'adaptive' }, { reasoning: { enabled: true } }, []],
    ['effort', 'gpt-5.1', { effort: 'minimal' }, { reasoning_effort: 'low' }, ['reasoning.effort']],
    ['effort', 'gpt-5', { mode: 'off' }, { reasoning_effort: 'minimal' }, ['reasoning']],
    ['effort', 'nobody-knows', { effort: 'max' }, { reasoning_effort: 'xhigh' }, ['reasoning.effort']],
  ])('by %s, %s, %o', (thinkingWords, model, reasoning, members, lost) => {
    const losses: Loss[] = []
    expect(writeThinking(requestOf(reasoning), { model, quirks: { thinkingWords } }, losses)).toEqual(members)
    expect(losses.map(({ what }) => what)).toEqual(lost)
  })

  test.each([
    { thinking: { type: 'disabled' } },
    { enable_thinking: false },
    { enable_thinking: true, thinking_budget: 500, reasoning_effort: 'low' },
    { reasoning: { effort: 'high', exclude: true } },
  ])('its own client’s members are kept: %o', members => {
    const asked = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...members }
    const { body, losses } = writeRequest(readRequest(asked), { model: 'm', quirks: { thinkingWords: 'type' } })
    expect(body).toEqual(asked)
    expect(losses).toEqual([])
  })

  test.each<[object, ReasoningRequest]>([
    [
      { enable_thinking: true, thinking_budget: 500 },
      { mode: 'on', budget: 500 },
    ],
    [{ enable_thinking: false }, { mode: 'off' }],
    [{ thinking: { type: 'auto' } }, { mode: 'adaptive' }],
    [{ reasoning_effort: 'high' }, { mode: 'on', effort: 'high' }],
  ])('%o is read as %o', (members, reasoning) => {
    const { native: _, ...read } = readRequest({ model: 'm', messages: [], ...members }).parameters.reasoning ?? {}
    expect(read).toEqual(reasoning)
  })
})

test('an image at original size reaches Chat as `high`, and this is reported', () => {
  const image = (detail: string) => ({
    type: 'media' as const,
    kind: 'image' as const,
    source: { type: 'url' as const, url: 'https://example.com/a.png' },
    mime: null,
    detail,
  })
  const parts = ['original', 'high', 'low', 'auto'].map(image)
  const { body, losses } = writeRequest({ ...requestOf({}), turns: [{ role: 'user', parts }] }, { model: 'gpt-4o' })
  const [message] = body.messages as { content: { image_url: { detail: string } }[] }[]
  expect(message?.content.map(part => part.image_url.detail)).toEqual(['high', 'high', 'low', 'auto'])
  expect(losses.map(({ what }) => what)).toEqual(['image detail'])
})
