import { expect, test } from 'bun:test'
import { answerWords } from '@tollgate/gateway'
import fc from 'fast-check'
import { screenAnswers } from './screen-answers.ts'

const WORDS = ['forbidden', 'bidding', 'Запретно']
const words = answerWords(WORDS)

type Said = { type: string; [name: string]: unknown }

function passAll(messages: readonly Said[]) {
  const screen = screenAnswers(() => words)
  const passed = messages.map(message => screen.pass(JSON.stringify(message), message.type))
  return { screen, passed, all: [...passed.flat(), ...screen.rest()] }
}

const textOf = (messages: readonly string[]) =>
  messages
    .map(message => JSON.parse(message) as Said)
    .filter(({ type }) => type === 'response.output_audio_transcript.delta')
    .map(({ delta }) => delta)
    .join('')

test('words are masked however they are split, and nothing else changes or loses its order', () => {
  const part = fc.constantFrom('forbidden', 'FORbidden', 'запретно', 'for', 'bid', 'ding', ' ', 'gate', 'n')
  const sound = fc.constantFrom('forbidden', 'AAAA', 'bidding==')
  const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), cuts, fc.array(sound, { maxLength: 6 }), (parts, sizes, sounds) => {
      const text = parts.join('')
      const messages: Said[] = []
      for (let at = 0, turn = 0; at < text.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1
        const place = { item_id: 'i', output_index: 0, content_index: 0, response_id: 'r' }
        messages.push({
          type: 'response.output_audio_transcript.delta',
          ...place,
          delta: text.slice(at, at + size),
          n: turn,
        })
        const heard = sounds[turn]
        if (heard) messages.push({ type: 'response.output_audio.delta', ...place, delta: heard, n: turn })
        at += size
      }
      messages.push({ type: 'response.output_audio_transcript.done', item_id: 'i', transcript: text, n: -1 })
      const { all, passed, screen } = passAll(messages)
      const read = all.map(message => JSON.parse(message) as Said)
      expect(read.map(({ type, n }) => [type, n])).toEqual(messages.map(({ type, n }) => [type, n]))
      // no message waits once its text is complete
      expect(passed.flat()).toEqual(all)
      const masked = textOf(all)
      expect(masked).toHaveLength(text.length)
      expect(String(read.at(-1)?.transcript)).toBe(masked)
      for (const word of WORDS) expect(masked.toLowerCase()).not.toContain(word.toLowerCase())
      for (let at = 0; at < text.length; at++) if (masked[at] !== '*') expect(masked[at]).toBe(text[at])
      const isFound = WORDS.some(word => text.toLowerCase().includes(word.toLowerCase()))
      expect([screen.hasFound(), masked.includes('*')]).toEqual([isFound, isFound])
      for (const [at, message] of messages.entries())
        if (message.type === 'response.output_audio.delta') expect(all[at]).toBe(JSON.stringify(message))
    }),
    { seed: 1204, numRuns: 300 },
  )
})

test('a word does not span two items, and no text is held back at an item’s end', () => {
  const item = (text: string): Said => ({
    type: 'conversation.item.created',
    item: { content: [{ type: 'input_text', text }] },
  })
  const { passed, screen } = passAll([item('it is for'), item('bidden')])
  expect(passed.map(({ length }) => length)).toEqual([1, 1])
  expect(screen.hasFound()).toBe(false)
})

test('without words, messages pass unchanged', () => {
  const screen = screenAnswers(() => null)
  const strange = '{"type":"response.text.delta" , "delta":"forbidden"}'
  expect(screen.pass(strange, 'response.text.delta')).toEqual([strange])
  expect(screen.rest()).toEqual([])
})
