import { expect, test } from 'bun:test'
import { noUsage } from '../../canonical/usage.ts'
import type { Loss } from '../common/losses.ts'
import { writeRun } from './run-steps.ts'
import { writeAnnotations } from './write-annotations.ts'
import { writeUsage } from './write-usage.ts'

test('a citation stands at the bytes of its text, however long that is', () => {
  const text = `${'я'.repeat(1500)} 🌍 said so`
  const start = text.indexOf('said')
  const losses: Loss[] = []
  expect(
    writeAnnotations(
      [{ url: 'https://a.example', title: 'A', start, end: text.length }, { title: 'b.txt' }],
      text,
      losses,
    ),
  ).toEqual([
    { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 3006, end_index: 3013 },
    { type: 'file_citation', file_name: 'b.txt', start_index: 0, end_index: 3013 },
  ])
  expect(losses).toEqual([])
  writeAnnotations([{ url: 'https://a.example', quote: 'so' }], text, losses)
  expect(losses.map(({ what }) => what)).toEqual(['citations'])
})

test('thoughts count beside the output, cached tokens inside the input, and all of them in the total', () => {
  const usage = {
    ...noUsage(),
    input: 70,
    cacheRead: 20,
    cacheWrite5m: 10,
    output: 30,
    reasoning: 12,
    toolCalls: { web_search: 2 },
  }
  expect(writeUsage(usage)).toMatchObject({
    total_input_tokens: 100,
    total_cached_tokens: 20,
    total_output_tokens: 18,
    total_thought_tokens: 12,
    total_tokens: 130,
    grounding_tool_count: [{ type: 'google_search', count: 2 }],
  })
})

test.each([
  ['OUTCOME_OK', {}],
  ['OUTCOME_FAILED', { is_error: true }],
  ['OUTCOME_DEADLINE_EXCEEDED', { is_error: true }],
])('code that Gemini ran with %s', (outcome, told) => {
  const value = { codeExecutionResult: { outcome, output: 'out' } }
  expect(writeRun({ type: 'opaque', dialect: 'gemini', kind: 'codeExecutionResult', value }, 'r')).toEqual({
    type: 'code_execution_result',
    call_id: 'r',
    result: 'out',
    ...told,
  })
})
