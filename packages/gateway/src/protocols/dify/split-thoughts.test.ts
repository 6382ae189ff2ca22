import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { splitThoughts } from './split-thoughts.ts'

function split(pieces: readonly string[]): { text: string; thought: string } {
  const heard = { text: '', thought: '' }
  const thoughts = splitThoughts(
    text => {
      heard.text += text
    },
    thought => {
      heard.thought += thought
    },
  )
  for (const piece of pieces) thoughts.push(piece)
  thoughts.end()
  return heard
}

const DETAILS = '<details style="color:gray;padding: 8px;" open> <summary> Thinking... </summary>\n'

test.each([
  ['a block of details', `${DETAILS}Hm.</details>\n\nYes.`, { text: '\n\nYes.', thought: 'Hm.' }],
  ['a block of thoughts', '<think>\nHm.</think>Yes.', { text: 'Yes.', thought: 'Hm.' }],
  ['one that has no end', '<think>Hm.', { text: '', thought: 'Hm.' }],
  ['details of another kind', '<details><summary>More</summary>x</details>', null],
  ['a block that does not begin the answer', 'So: <think>Hm.</think>', null],
  ['the beginning of one', '<deta', null],
])('%s', (_name, answer, told) => {
  expect(split([answer])).toEqual(told ?? { text: answer, thought: '' })
})

test('an answer is split the same in chunks of any size', () => {
  const piece = fc.constantFrom('<think>', '</think>', DETAILS, '</details>', '<', 'de', 'Hm.', ' ', '\n', 'thinking')
  const cuts = fc.array(fc.nat({ max: 120 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), cuts, (written, places) => {
      const answer = written.join('')
      const sorted = [0, ...places.filter(place => place < answer.length).sort((a, b) => a - b), answer.length]
      const pieces = sorted.slice(1).map((end, at) => answer.slice(sorted[at], end))
      expect(split(pieces)).toEqual(split([answer]))
    }),
    { seed: 20_261, numRuns: 500 },
  )
})
