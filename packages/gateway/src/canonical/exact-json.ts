import { isTooComplex } from '../raw/json.ts'

/**
 * `JSON.parse` that keeps every number exact: one that a double cannot hold becomes a `JSON.rawJSON` value, which
 * `JSON.stringify` writes back digit by digit. Costs nothing if there is no long number.
 *
 * @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  if (isTooComplex(text)) throw new SyntaxError('it holds too many values')
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}

/** Returns a JSON number as a double, including one kept by `parseExact`; null for other values. */
export function asDouble(value: unknown): number | null {
  if (typeof value === 'number') return value
  return RawJson.isRawJSON(value) ? Number(value.rawJSON) : null
}

/** Whether `parseExact` kept a value as it was written. */
export const isRawJson = (value: unknown): value is { rawJSON: string } => RawJson.isRawJSON(value)

const LONG_NUMBER = /\d{16}|\d[eE]/

// TypeScript's library does not know these yet: github.com/tc39/proposal-json-parse-with-source
const RawJson = JSON as unknown as {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): value is { rawJSON: string }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || !source || !LONG_NUMBER.test(source)) return value
  return String(value) === source ? value : RawJson.rawJSON(source)
}
