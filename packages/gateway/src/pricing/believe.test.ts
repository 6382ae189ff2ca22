import { describe, expect, test } from 'bun:test'
import { inputTotal, noUsage, outputTotal } from '../canonical/usage.ts'
import { believe, type Evidence, pointsOutside } from './believe.ts'

const evidence: Evidence = { requestBytes: 1_500, pointsOutside: () => false, answerBytes: 4_000 }

describe('a report of tokens', () => {
  test('that the bytes can hold is believed as it is', () => {
    const usage = {
      ...noUsage(),
      input: 1_200,
      cacheRead: 300,
      output: 900,
      reasoning: 400,
      toolCalls: { web_search: 3 },
    }
    expect(believe(usage, evidence)).toEqual({ usage, clamped: [] })
  })

  test('of a trillion tokens costs no more than the bytes could mean', () => {
    const absurd = {
      ...noUsage(),
      input: 1e12,
      cacheRead: 1e12,
      output: 1e12,
      reasoning: 1e12,
      toolCalls: { web_search: 1e9 },
    }
    const { usage, clamped } = believe(absurd, evidence)
    expect(inputTotal(usage)).toBe(1_500 + 16_384)
    expect(outputTotal(usage)).toBe(4_000 + 262_144)
    expect(usage.reasoning).toBe(usage.output)
    expect(usage.toolCalls).toEqual({ web_search: 1_000 })
    expect(clamped).toEqual(['input', 'cacheRead', 'output', 'web_search'])
  })

  test('of long input is believed when the request points at content it does not carry', () => {
    const usage = { ...noUsage(), input: 900_000 }
    expect(believe(usage, { ...evidence, pointsOutside: () => true }).clamped).toEqual([])
    expect(believe(usage, evidence).clamped).toEqual(['input'])
  })

  test('of hidden reasoning is believed up to what the client allows, for each answer', () => {
    const usage = { ...noUsage(), output: 12_000, reasoning: 11_000 }
    expect(believe(usage, { ...evidence, maxTokens: 4_000 }).usage.output).toBe(8_000)
    expect(believe(usage, { ...evidence, maxTokens: 4_000, choices: 2 }).usage.output).toBe(12_000)
  })

  test('is not changed in the caller’s hands', () => {
    const reported = { ...noUsage(), input: 1e12 }
    believe(reported, evidence)
    expect(reported.input).toBe(1e12)
  })
})

test.each([
  ['{"messages":[{"content":[{"type":"image_url","image_url":{"url":"https://x/y.png"}}]}]}', true],
  ['{"previous_response_id":"resp_1","input":"go on"}', true],
  ['{"prompt":{"id":"pmpt_1"}}', true],
  ['{"tools":[{"type": "web_search"}]}', true],
  ['{"contents":[{"parts":[{"fileData":{"fileUri":"gs://a/b"}}]}]}', true],
  ['{"prompt":"say hi"}', false],
  ['{"messages":[{"role":"user","content":"what is \\"url\\" in JSON?"}]}', false],
  ['{"tools":[{"type":"function","function":{"name":"add"}}]}', false],
])('%s points outside: %p', (text, expected) => {
  expect(pointsOutside(text)).toBe(expected)
})
