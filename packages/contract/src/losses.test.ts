import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { LOSS_REASONS, type LossCode, readLoss } from './losses.ts'

test('a loss is read with its code and values', () => {
  expect(readLoss('topK: Cohere takes 0 to 500; the nearest was sent')).toEqual({
    what: 'topK',
    code: 'range',
    values: { name: 'Cohere', least: '0', most: '500' },
  })
  expect(readLoss('"a: b": only OpenAI Chat knows it')).toMatchObject({ what: '"a: b"', code: 'onlyKnows' })
  expect(readLoss('maxTokens: ERNIE takes at least 2; the nearest was sent')?.code).toBe('atLeastNearest')
  expect(readLoss('signature: no such reason')).toBeUndefined()
  for (const text of ['', ': ', 'x', 'topK: ', 'topK:  does not support it']) expect(readLoss(text)).toBeUndefined()
})

test('every reason is read as its own code', () => {
  for (const [code, reason] of Object.entries(LOSS_REASONS)) {
    const why = reason.replace(/\{(\w+)\}/g, (_, name) => (name === 'name' ? 'OpenAI Chat' : '16'))
    expect(readLoss(`what: ${why}`)?.code).toBe(code as LossCode)
  }
})

test('any text is read without failing', () => {
  fc.assert(fc.property(fc.string(), text => void readLoss(`${text}: ${text}`)))
})
