import { expect, test } from 'bun:test'
import { patchObject } from '../raw/patch-json.ts'
import { scanObject } from '../raw/scan-json.ts'
import { renameModel } from './by-format.ts'
import type { Format } from './index.ts'

test.each<[format: Format, body: string, renamed: string]>([
  ['openai-chat', '{"model":"a","n":1}', '{"model":"b","n":1}'],
  ['gemini', '{"contents":[]}', '{"contents":[]}'],
  ['gemini', '{"model":"models/dear","contents":[]}', '{"model":"models/b","contents":[]}'],
  ['gemini-count-tokens', '{"contents":[]}', '{"contents":[]}'],
  [
    'gemini-count-tokens',
    '{"generateContentRequest":{"model":"models/a","contents":[]}}',
    '{"generateContentRequest":{"model":"models/b","contents":[]}}',
  ],
  ['gemini-embed-content', '{"content":{}}', '{"content":{}}'],
  ['gemini-predict', '{"instances":[]}', '{"instances":[]}'],
  ['gemini-embed-content', '{"model":"models/a","content":{}}', '{"model":"models/b","content":{}}'],
  ['gemini-predict', '{"model":"models/dear","instances":[]}', '{"model":"models/b","instances":[]}'],
  [
    'gemini-batch-embed-contents',
    '{"requests":[{"model":"models/a","content":{}},{"content":{}}]}',
    '{"requests":[{"model":"models/b","content":{}},{"content":{},"model":"models/b"}]}',
  ],
])('%s: %s', (format, body, renamed) => {
  const scanned = scanObject(body)
  expect(patchObject(scanned, renameModel(format, scanned, 'b', 'a')).text).toBe(renamed)
})

const named = (model: string): [Format, string][] => [
  ['gemini', `{"model":${model},"contents":[]}`],
  ['gemini-count-tokens', `{"generateContentRequest":{"model":${model},"contents":[]}}`],
  ['gemini-embed-content', `{"model":${model},"content":{}}`],
  ['gemini-batch-embed-contents', `{"requests":[{"model":${model},"content":{}}]}`],
  ['gemini-predict', `{"model":${model},"instances":[]}`],
]
const renamedIfCalled = (format: Format, body: string): string => {
  const scanned = scanObject(body)
  return patchObject(scanned, renameModel(format, scanned, 'b', 'b')).text
}

test.each(['"models/dear"', '"b"', '["models/b"]', 'null', '"tunedModels/b"'])(
  'a body that names %s beside a path with another name gets the name of the path',
  model => {
    for (const [format, body] of named(model))
      expect([format, renamedIfCalled(format, body)]).toEqual([format, body.replace(model, '"models/b"')])
  },
)

test('a body that names the model of its path stays byte for byte', () => {
  for (const [format, body] of named('"models/b"')) expect(renamedIfCalled(format, body)).toBe(body)
  expect(renamedIfCalled('openai-chat', '{ "model" : "b" }')).toBe('{ "model" : "b" }')
})
