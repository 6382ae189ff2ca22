import { describe, expect, test } from 'bun:test'
import { openApiDocument } from '@tollgate/contract'
import type { Operation } from './api.ts'
import { curlOf } from './curl.ts'
import { schemaText } from './schema-text.ts'

test.each([
  [{ type: 'string' }, 'string'],
  [{ const: true }, 'true'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ type: 'array', items: { type: 'integer' } }, 'integer[]'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] }, '[integer, string]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name]: number }'],
  [{}, 'any'],
  [{ $ref: '#/components/schemas/Failure' }, 'Failure'],
  [
    {
      type: 'object',
      properties: { p: { type: 'integer', default: 1 }, in: { type: 'object', properties: { x: { type: 'string' } } } },
      required: ['in'],
    },
    '{\n  p?: integer = 1\n  in: {\n    x?: string\n  }\n}',
  ],
])('%j is shown as %s', (schema, text) => {
  expect(schemaText(schema)).toBe(text)
})

describe('of every call', () => {
  const { paths } = openApiDocument('1')
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, one]) => ({ ...(one as object), path, method: method.toUpperCase() }) as Operation,
    ),
  )
  test.each(operations.map(one => [one.operationId, one] as const))(
    '%s the shapes and the example are shown',
    (_, one) => {
      const schemas = [one.requestBody, one.responses['200']].flatMap(part => Object.values(part?.content ?? {}))
      for (const { schema } of schemas) expect(schemaText(schema)).not.toMatch(/undefined|\[object/)
      const curl = curlOf(one, 'https://gateway.example')
      expect(curl).toContain(`https://gateway.example${one.path.split('{')[0]}`)
      expect(curl).not.toMatch(/undefined|\{\w+\}/)
    },
  )
})
