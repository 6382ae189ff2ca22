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
  [
    'gemini-batch-embed-contents',
    '{"requests":[{"model":"models/a","content":{}},{"content":{}}]}',
    '{"requests":[{"model":"models/b","content":{}},{"content":{},"model":"models/b"}]}',
  ],
])('%s: %s', (format, body, renamed) => {
  const scanned = scanObject(body)
  expect(patchObject(scanned, renameModel(format, scanned, 'b')).text).toBe(renamed)
})
