import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Request } from './protocol.ts'
import { findTexts, numberTexts } from './texts.ts'

test('statements arrive as they were sent', () => {
  // more texts than are numbered
  const text = fc.integer({ min: 0, max: 1_200 }).map(number => `select ${number}`)
  const statement = fc.record({ text, parameters: fc.array(fc.integer()) })
  const request: fc.Arbitrary<Request> = fc.oneof(
    fc.record({ kind: fc.constant('batch' as const), statements: fc.array(statement, { maxLength: 60 }) }),
    fc.record({ kind: fc.constant('run' as const), query: statement }),
  )
  const property = fc.property(fc.array(request, { minLength: 1, maxLength: 60 }), requests => {
    const [send, receive] = [numberTexts(), findTexts()]
    const sent = requests.map(send)
    expect(sent.map(message => receive(JSON.parse(message)))).toEqual(requests)
  })
  fc.assert(property, { numRuns: 60, seed: 7 })
})

test('a text that was sent before is a number', () => {
  const send = numberTexts()
  const batch: Request = { kind: 'batch', statements: [{ text: 'select 1', parameters: [] }] }
  const texts = [send(batch), send(batch)].map(message => JSON.parse(message).statements[0].text)
  expect(texts).toEqual(['select 1', 0])
})
