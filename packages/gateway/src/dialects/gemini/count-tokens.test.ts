import { expect, test } from 'bun:test'
import { readCount, readCountAsk, writeCount, writeCountAsk } from './count-tokens.ts'

const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]

test('a count is asked for with the whole request or its members', () => {
  const ask = readCountAsk({ contents }, 'm')
  expect(readCountAsk({ generateContentRequest: { model: 'models/m', contents } }, 'm')).toEqual(ask)
  expect(writeCountAsk(ask, { model: 'gemini-2.5-flash' })).toEqual({
    body: { generateContentRequest: { model: 'models/gemini-2.5-flash', contents } },
    losses: [],
  })
})

test('a count is one number', () => {
  expect(readCount(writeCount(13))).toBe(13)
  expect(readCount({})).toBeNull()
})
