import { expect, test } from 'bun:test'
import { readCount, readCountRequest, writeCount, writeCountRequest } from './count-tokens.ts'

const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]

test('a count is requested with the whole request or its members', () => {
  const request = readCountRequest({ contents }, 'm')
  expect(readCountRequest({ generateContentRequest: { model: 'models/m', contents } }, 'm')).toEqual(request)
  expect(writeCountRequest(request, { model: 'gemini-2.5-flash' })).toEqual({
    body: { generateContentRequest: { model: 'models/gemini-2.5-flash', contents } },
    losses: [],
  })
})

test('a count is one number', () => {
  expect(readCount(writeCount(13))).toBe(13)
  expect(readCount({})).toBeNull()
})
