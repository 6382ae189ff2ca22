import { describe, expect, test } from 'bun:test'
import type { WireFormat } from '../../protocols/index.ts'
import { factsIn, mostInput } from './most-input.ts'
import { CARRIED, type Json, OUTSIDE, SMALL } from './testing/requests.ts'

const WINDOW = 1_000_000
const tokensOf = (format: WireFormat, body: Json): number =>
  mostInput({ model: 'm', format, facts: factsIn(format, JSON.stringify(body)) }, { contextWindow: WINDOW, output: 1 })
    .tokens

const rows = (table: Partial<Record<WireFormat, readonly Json[]>>) =>
  Object.entries(table).flatMap(([format, bodies]) =>
    bodies.map((body): [WireFormat, Json] => [
      format as WireFormat,
      { ...CARRIED[format as keyof typeof CARRIED], ...body },
    ]),
  )

describe('content not known to be small holds the window', () => {
  test.each(rows(OUTSIDE))('%s: %j', (format, body) => {
    expect(tokensOf(format, body)).toBeGreaterThanOrEqual(WINDOW)
  })
})

describe('content in the request and tools run by the client are small', () => {
  test.each(rows(SMALL))('%s: %j', (format, body) => {
    expect(tokensOf(format, body)).toBeLessThan(3_000)
  })
})
