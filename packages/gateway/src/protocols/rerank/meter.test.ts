import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { rerankMeter } from './meter.ts'

type Query = string | { image: string }

const held = (query: Query, documents: string[]) => {
  const body: Record<string, unknown> = { model: 'm', query, documents }
  const text = JSON.stringify(body)
  const member = (name: string) => body[name]
  const call = { model: 'm', text, member, inputTokens: () => 1, maxTokens: undefined, choices: 1, soundSeconds: 0 }
  const { usage } = rerankMeter.most?.(call, 0) ?? {}
  return { input: usage?.input ?? 0, all: Buffer.byteLength(text) }
}

const documents = fc.array(fc.string(), { minLength: 1, maxLength: 200 })

test('a hold covers the query with each document', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), documents, (query, given) => {
      const bytes = given.map(document => Buffer.byteLength(query) + Buffer.byteLength(document))
      const { input } = held(query, given)
      expect(input).toBeGreaterThanOrEqual(bytes.reduce((sum, each) => sum + each, 0))
    }),
    { seed: 25 },
  )
})

test('a query that is not plain text may count as the whole request, with each document', () => {
  const query = fc.oneof(
    fc.constantFrom<Query>('https://example.com/a', 'DATA:image/png;base64,AAAA', { image: 'AAAA' }),
  )
  fc.assert(
    fc.property(query, documents, (query, given) => {
      const { input, all } = held(query, given)
      expect(input).toBe(all * given.length)
    }),
    { seed: 25 },
  )
})
