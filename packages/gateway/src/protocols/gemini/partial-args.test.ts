import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { gather } from '../../canonical/gather.ts'
import { readWhole } from './read-answer.ts'

const chunk = (...functionCalls: object[]) => ({
  responseId: 'r',
  candidates: [{ index: 0, content: { role: 'model', parts: functionCalls.map(functionCall => ({ functionCall })) } }],
})
const END = { candidates: [{ index: 0, content: { parts: [] }, finishReason: 'STOP' }] }

const callsOf = (...chunks: object[]) =>
  gather(readWhole([...chunks, END])).parts.flatMap(part =>
    part.type === 'tool-call' ? [{ id: part.id, name: part.name, arguments: JSON.parse(part.arguments) }] : [],
  )

describe('arguments that come piece by piece', () => {
  test('are one call', () => {
    expect(
      callsOf(
        chunk({ id: 'a', name: 'weather', willContinue: true }),
        chunk({ partialArgs: [{ jsonPath: '$.place', stringValue: 'New ', willContinue: true }], willContinue: true }),
        chunk({ partialArgs: [{ jsonPath: '$.place', stringValue: 'York' }], willContinue: true }),
        chunk({
          partialArgs: [
            { jsonPath: '$.days[0].n', numberValue: 3 },
            { jsonPath: "$.days[0]['is wet']", boolValue: true },
            { jsonPath: '$.days[1]', nullValue: 'NULL_VALUE' },
          ],
          willContinue: true,
        }),
        chunk({}),
        chunk({ id: 'b', name: 'whole', args: { n: 1 } }),
      ),
    ).toEqual([
      { id: 'a', name: 'weather', arguments: { place: 'New York', days: [{ n: 3, 'is wet': true }, null] } },
      { id: 'b', name: 'whole', arguments: { n: 1 } },
    ])
  })

  test('end with the next call, or with the answer', () => {
    const piece = (name: string) => ({
      name,
      willContinue: true,
      partialArgs: [{ jsonPath: '$.of', stringValue: name }],
    })
    expect(callsOf(chunk(piece('f')), chunk(piece('g')))).toMatchObject([
      { name: 'f', arguments: { of: 'f' } },
      { name: 'g', arguments: { of: 'g' } },
    ])
  })

  test.each([
    '',
    'place',
    '$',
    '$.',
    '$..a',
    '$[',
    '$[999999]',
    '$.a[1000000]',
    `$${'.a'.repeat(100)}`,
    '$.__proto__.x',
  ])('at the invalid place %j are ignored', jsonPath => {
    const [call, ...more] = callsOf(chunk({ name: 'f', partialArgs: [{ jsonPath, numberValue: 7 }] }))
    expect([call?.name, more, 'x' in {}]).toEqual(['f', [], false])
  })

  test('add up to the original, wherever it was cut', () => {
    const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null))
    const args = fc.dictionary(fc.string(), fc.oneof(scalar, fc.array(scalar, { minLength: 1, maxLength: 4 })))
    fc.assert(
      fc.property(args, fc.integer({ min: 1, max: 7 }), (args, size) => {
        const pieces = Object.entries(args).flatMap(([name, value]) => {
          const path = `$['${name.replace(/['\\]/g, '\\$&')}']`
          return Array.isArray(value)
            ? value.flatMap((item, at) => piecesOf(`${path}[${at}]`, item, size))
            : piecesOf(path, value, size)
        })
        const chunks = pieces.map(piece => chunk({ partialArgs: [piece], willContinue: true }))
        const [call] = callsOf(chunk({ name: 'f', willContinue: true }), ...chunks, chunk({}))
        expect(call?.arguments).toEqual(JSON.parse(JSON.stringify(args)))
      }),
      { seed: 8, numRuns: 300 },
    )
  })
})

function piecesOf(jsonPath: string, value: string | number | boolean | null, size: number): object[] {
  if (value === null) return [{ jsonPath, nullValue: 'NULL_VALUE' }]
  if (typeof value !== 'string') return [{ jsonPath, [typeof value === 'number' ? 'numberValue' : 'boolValue']: value }]
  const cuts = Array.from({ length: Math.max(1, Math.ceil(value.length / size)) }, (_, n) => n * size)
  return cuts.map(at => ({
    jsonPath,
    stringValue: value.slice(at, at + size),
    ...(at + size < value.length && { willContinue: true }),
  }))
}
