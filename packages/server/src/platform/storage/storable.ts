import type { PostgresPool } from 'kysely'
import type { Batch } from './batch.ts'

/** What stands for a character that PostgreSQL does not store. */
const REPLACEMENT = '\uFFFD'

/** A text as both databases can hold it: without zero bytes and halves of characters. */
export const storableText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', REPLACEMENT) : text).toWellFormed()

/** The same for JSON that the database reads: it unescapes every text in it. */
export function storableJson(json: string): string {
  if (!MAY_BE_UNSTORABLE.test(json)) return storableText(json)
  return JSON.stringify(storableValue(JSON.parse(json)))
}

/** A zero byte or half a character, written as an escape. */
const MAY_BE_UNSTORABLE = /\\u(0000|[dD][89a-fA-F])/

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), storableValue(member)]))
}

/** The parameters of a statement, whoever wrote the texts in them. */
export function storableParameters<Parameter>(parameters: readonly Parameter[]): readonly Parameter[] {
  // A text stays a text, so a parameter its type.
  return parameters.map(one => (typeof one === 'string' ? (storableText(one) as Parameter & string) : one))
}

/** Connections whose statements take any text. */
export const storingPool = (pool: PostgresPool): PostgresPool => ({
  async connect() {
    const client = await pool.connect()
    return {
      // Kysely passes a text and its parameters; cursors are not used.
      query: ((text: string, parameters: readonly unknown[]) =>
        client.query(text, storableParameters(parameters))) as typeof client.query,
      release: () => client.release(),
    }
  },
  end: () => pool.end(),
})

export const storingBatch =
  (batch: Batch): Batch =>
  statements =>
    batch(statements.map(one => ({ ...one, parameters: storableParameters(one.parameters) })))
