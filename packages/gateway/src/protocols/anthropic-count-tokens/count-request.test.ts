import { expect, test } from 'bun:test'
import { scanObject } from '../../raw/scan-json.ts'
import { countRequest, readCount } from './count-request.ts'

test('a message is counted without its limits and with all of its text', () => {
  const text = { model: 'm', system: 'a', messages: [], tools: [{ name: 'b' }], tool_choice: { type: 'auto' } }
  const limits = { max_tokens: 9, stream: true, metadata: { user_id: 'c' }, temperature: 1, context_management: {} }
  const scanned = scanObject(JSON.stringify({ ...limits, ...text }))
  expect(scanned && JSON.parse(countRequest(scanned))).toEqual(text)
})

test.each([
  ['{"input_tokens":12}', 12],
  ['{"input_tokens":0}', null],
  ['{"input_tokens":-1}', null],
  ['{"input_tokens":"12"}', null],
  ['[12]', null],
  ['', null],
])('of %p the count is %p', (answer, count) => {
  expect(readCount(answer)).toBe(count)
})
