import { expect, test } from 'bun:test'
import { scanObject } from '../../raw/scan-json.ts'
import { openAiCompletions } from './index.ts'

test.each([
  ['"Hello"', 1],
  ['["Hello"]', 1],
  ['[ "a" , "b, c" ]', 2],
  ['[[1, 2], [3]]', 2],
  ['[1, 2, 3]', 1],
  ['[ -1, 2]', 1],
  ['[]', 1],
  ['null', 1],
])('the prompts in %s are counted without parsing them, as they are when parsed', (prompt, prompts) => {
  const { meter, outputLimit } = openAiCompletions
  expect(meter.count(scanObject(`{"n":2,"prompt":"a","prompt":${prompt}}`))).toEqual({ prompts })
  const parsed: Record<string, unknown> = { n: 2, prompt: JSON.parse(prompt) }
  expect(outputLimit.answers(name => parsed[name])).toBe(2 * prompts)
})

test('a request without a prompt has one', () => {
  expect(openAiCompletions.meter.count(scanObject('{"model":"m"}'))).toEqual({ prompts: 1 })
})
