import { describe, expect, test } from 'bun:test'
import { optionTable } from '@tollgate/contract'
import { type DialectId, dialects } from '../protocols/index.ts'
import type { OperatorOptions } from '../providers/provider.ts'
import { patchJson } from '../raw/patch-json.ts'
import { scanObject } from '../raw/scan-json.ts'
import type { ThinkingOverride } from './model-suffix.ts'
import { thinkingPatches } from './thinking-patches.ts'
import { withThinkingOverride } from './with-thinking-override.ts'

const options: OperatorOptions = { get: key => optionTable[key].default }

const thinking = (budget?: number): ThinkingOverride => ({ type: 'thinking', ...(budget !== undefined && { budget }) })
const effort = (effort: 'none' | 'low' | 'high'): ThinkingOverride => ({ type: 'effort', effort })

/** A Chat client's request as written for a model whose name ends in a suffix. */
function written(dialect: DialectId, model: string, override: ThinkingOverride, asked: object = {}) {
  const body = { model: 'named', messages: [{ role: 'user', content: 'Hi' }], ...asked }
  const context = { dialect, model, options, defaultMaxTokens: 8192 }
  const request = withThinkingOverride(dialects['openai-chat'].readRequest(body), override, context)
  return dialects[dialect].writeRequest(request, { model, defaultMaxTokens: 8192 }).body
}

describe('a suffix for a client of another dialect', () => {
  test('gives Claude a share of its limit to think, and leaves room for the answer', () => {
    const model = 'claude-sonnet-4-5'
    expect(written('anthropic-messages', model, thinking())).toMatchObject({
      max_tokens: 8192,
      thinking: { type: 'enabled', budget_tokens: 6553 },
    })
    expect(written('anthropic-messages', model, thinking(), { max_tokens: 100 })).toMatchObject({
      max_tokens: 1280,
      thinking: { type: 'enabled', budget_tokens: 1024 },
    })
    expect(written('anthropic-messages', model, thinking(20_000))).toMatchObject({
      max_tokens: 21_024,
      thinking: { type: 'enabled', budget_tokens: 20_000 },
    })
  })

  test('removes sampling members that Claude refuses while it thinks', () => {
    const body = written('anthropic-messages', 'claude-sonnet-4-5', thinking(), { temperature: 0.2, top_p: 0.5 })
    expect(body).not.toHaveProperty('temperature')
    expect(body).not.toHaveProperty('top_p')
  })

  test('lets newer Claudes decide how much to think, guided by the suffix', () => {
    const model = 'claude-opus-4-8'
    expect(written('anthropic-messages', model, thinking())).toMatchObject({ thinking: { type: 'adaptive' } })
    expect(written('anthropic-messages', model, effort('low'))).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
    })
  })

  test.each<[string, string, ThinkingOverride, object, object]>([
    ['a share of the limit', 'gemini-2.5-flash', thinking(), { max_tokens: 1000 }, { thinkingBudget: 600 }],
    ['the most without a limit', 'gemini-2.5-flash', thinking(), {}, { thinkingBudget: 24_576 }],
    ['no less than it takes', 'gemini-2.5-flash-lite', thinking(1), {}, { thinkingBudget: 512 }],
    ['no more than it takes', 'gemini-2.5-pro', thinking(99_999), {}, { thinkingBudget: 32_768 }],
    ['its own measure', 'gemini-2.5-pro', thinking(), {}, { thinkingBudget: -1 }],
    ['a level', 'gemini-3-flash', effort('low'), {}, { thinkingLevel: 'LOW' }],
  ])('gives Gemini %s', (_, model, override, asked, config) => {
    expect(written('gemini', model, override, asked).generationConfig).toMatchObject({
      thinkingConfig: { ...config, includeThoughts: true },
    })
  })

  test('tells Gemini not to think', () => {
    const { generationConfig } = written('gemini', 'gemini-2.5-flash', { type: 'no-thinking' })
    expect(generationConfig).toEqual({ thinkingConfig: { thinkingBudget: 0 } })
  })

  test('becomes an effort in OpenAI’s dialects', () => {
    expect(written('openai-chat', 'o3-mini', effort('high'))).toMatchObject({ reasoning_effort: 'high' })
    expect(written('openai-responses', 'gpt-5.2', effort('none'))).toMatchObject({ reasoning: { effort: 'none' } })
  })
})

describe('a suffix for a client of the same dialect', () => {
  /** The client's own text with only the patches applied. */
  function kept(dialect: DialectId, model: string, override: ThinkingOverride, body: string) {
    const context = { dialect, model, options, defaultMaxTokens: 8192 }
    const request = withThinkingOverride(
      dialects[dialect].readRequest(JSON.parse(body), { model, stream: false }),
      override,
      context,
    )
    const { patches, losses } = thinkingPatches(request, dialect, model, scanObject(body))
    return { body: patchJson(body, patches), losses: losses.map(({ what }) => what) }
  }

  test('changes the members about thinking and no other byte', () => {
    const messages = '"model": "m", "messages" : [ {"role":"user", "content":"a\\u0062c", "x": 1.0} ]'
    expect(kept('openai-chat', 'o3', effort('high'), `{${messages}, "reasoning_effort":"low"}`).body).toBe(
      `{${messages}, "reasoning_effort":"high"}`,
    )
    expect(
      kept(
        'anthropic-messages',
        'claude-sonnet-4-5',
        thinking(),
        `{${messages}, "max_tokens": 10000, "temperature":0.5}`,
      ),
    ).toEqual({
      body: `{${messages}, "max_tokens": 10000,"thinking":{"type":"enabled","budget_tokens":8000}}`,
      losses: ['temperature'],
    })
    const input =
      '"model":"m", "input": [ {"role":"user","content":"hi"} ], "reasoning": {"effort":"low","summary":"auto"}'
    expect(kept('openai-responses', 'gpt-5', effort('high'), `{${input}}`).body).toBe(
      `{${input.replace('"low"', '"high"').replace('": {', '": {')}}`,
    )
  })

  test('uses the spelling of the Gemini client', () => {
    const contents = '"contents": [ {"parts":[{"text":"hi"}],"role":"user"} ]'
    const override = thinking(500)
    expect(
      kept('gemini', 'gemini-2.5-flash', override, `{${contents}, "generation_config": {"temperature": 1.0}}`).body,
    ).toBe(
      `{${contents}, "generation_config": {"temperature": 1.0,"thinkingConfig":{"thinkingBudget":500,"includeThoughts":true}}}`,
    )
    expect(kept('gemini', 'gemini-2.5-flash', override, `{${contents}}`).body).toBe(
      `{${contents},"generationConfig":{"thinkingConfig":{"thinkingBudget":500,"includeThoughts":true}}}`,
    )
  })
})
