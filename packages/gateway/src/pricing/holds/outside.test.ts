import { describe, expect, test } from 'bun:test'
import type { WireFormat } from '../../protocols/index.ts'
import { factsIn, mostInput } from './most-input.ts'
import { CARRIED, CONVERSED, type Json, OUTSIDE, SMALL } from './testing/requests.ts'

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

  const formats = Object.keys(CONVERSED) as (keyof typeof CONVERSED)[]
  test.each(formats)('%s: a picture and a file of text among its parts', format => {
    const { of, carried } = CONVERSED[format]
    const tokens = tokensOf(format, { ...CARRIED[format], ...of(...carried) })
    expect(tokens).toBeWithin(5_000, 8_000)
  })
})
