import { expect, test } from 'bun:test'
import type { Part, TextPart } from './parts.ts'
import { forNextText, ofThought, signTexts } from './text-signatures.ts'

const signature = { origin: 'google', value: 'c2ln' }
const riding: Part = { type: 'reasoning', text: '', signature: forNextText(signature) }
const text = (said: string, more: Partial<TextPart> = {}): Part => ({ type: 'text', text: said, ...more })
const call: Part = { type: 'tool-call', id: 'a', name: 'look', arguments: '{}' }
const thought: Part = { type: 'reasoning', text: 'Hm', signature: { origin: 'anthropic', value: 'own' } }

test.each<[where: string, parts: Part[], signed: Part[]]>([
  ['before its text', [thought, riding, text('A')], [thought, text('A', { signature })]],
  ['before the second', [text('A'), riding, text('B')], [text('A'), text('B', { signature })]],
  ['after its text, as a stream had it', [text('A'), riding], [text('A', { signature })]],
  ['after its text and before a call', [text('A'), riding, call], [text('A', { signature }), call]],
  ['with no text left', [riding, call], [{ type: 'reasoning', text: '', signature }, call]],
  ['twice', [riding, riding, text('A')], [{ type: 'reasoning', text: '', signature }, text('A', { signature })]],
  ['nowhere', [thought, text('A'), call], [thought, text('A'), call]],
])('a signature carried %s is read back', (_, parts, signed) => {
  expect(signTexts(parts)).toEqual(signed)
})

test('for others it is an ordinary signature', () => {
  expect(ofThought(forNextText(signature))).toEqual(signature)
  expect(ofThought({ ...signature, id: 'rs_1' })).toEqual({ ...signature, id: 'rs_1' })
})
