import type { PostgresPool } from 'kysely'
import type { Batch } from './batch.ts'

/** Replaces characters that PostgreSQL cannot store. */
const REPLACEMENT = '\uFFFD'

/** Makes a text storable in both databases: without zero bytes and unpaired surrogates. */
export const storableText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', REPLACEMENT) : text).toWellFormed()

/** The same for JSON that the database parses, because it unescapes every text in it. */
export function storableJson(json: string): string {
  if (!MAY_BE_UNSTORABLE.test(json)) return storableText(json)
  return JSON.stringify(storableValue(JSON.parse(json)))
}

/** An escaped zero byte or unpaired surrogate. */
const MAY_BE_UNSTORABLE = /\\u(0000|[dD][89a-fA-F])/

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), storableValue(member)]))
}

/** Makes the parameters of a statement storable, whatever their source. */
export function storableParameters<Parameter>(parameters: readonly Parameter[]): readonly Parameter[] {
  // Nearly all are, and these are not copied.
  for (const one of parameters) if (!isStorable(one)) return parameters.map(storable)
  return parameters
}

const isStorable = (one: unknown): boolean => typeof one !== 'string' || (!one.includes('\0') && one.isWellFormed())

// A text stays a text, so the parameter keeps its type.
const storable = <Parameter>(one: Parameter): Parameter =>
  typeof one === 'string' ? (storableText(one) as Parameter & string) : one

/** Connections whose statements accept any text. */
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
    batch(
      statements.map(one => {
        const parameters = storableParameters(one.parameters)
        return parameters === one.parameters ? one : { ...one, parameters }
      }),
    )
