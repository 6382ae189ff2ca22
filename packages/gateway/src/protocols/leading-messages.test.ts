import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { scanObject } from '../raw/scan-json.ts'
import { leadingMessages } from './leading-messages.ts'

const leading = (body: unknown, spaces?: number): string | null =>
  leadingMessages(scanObject(JSON.stringify(body, null, spaces)))

test('a conversation begins the same on every turn, however it continues', () => {
  const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), content: fc.jsonValue() })
  const member = fc.constantFrom('messages', 'input', 'contents')
  const property = fc.property(
    member,
    fc.array(fc.record({ role: fc.constantFrom('system', 'developer'), content: fc.string() }), { maxLength: 3 }),
    fc.string(),
    fc.array(message, { maxLength: 4 }),
    fc.constantFrom(undefined, 2),
    (name, system, content, more, spaces) => {
      const begun = [...system, { role: 'user', content }]
      const first = leading({ model: 'm', [name]: begun }, spaces)
      expect(leading({ model: 'm', [name]: [...begun, ...more], tools: [] }, spaces)).toBe(first)
      expect(leading({ [name]: [...system, { role: 'user', content: `${content}!` }] }, spaces)).not.toBe(first)
    },
  )
  fc.assert(property, { numRuns: 100, seed: 10 })
})

test('a plain text is its own beginning, and anything but a conversation has none', () => {
  expect(leading({ input: 'Hi' })).toBe('"Hi"')
  expect(leading({ model: 'm', prompt: 'Hi' })).toBeNull()
  expect(leading({ messages: [] })).toBe('[]')
})

test('only the first 64 KiB count', () => {
  expect(leading({ messages: [{ role: 'user', content: 'a'.repeat(1_000_000) }] })).toHaveLength(65_536)
})
