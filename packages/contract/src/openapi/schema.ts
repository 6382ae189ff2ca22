import { z } from 'zod'
import type { Json } from './types.ts'

/** The form that callers send, or the form in replies. */
type Side = 'input' | 'output'

/**
 * A schema of the contract as JSON Schema 2020-12, without custom checks and others that JSON Schema cannot express.
 */
export function schemaOf(schema: z.ZodType, side: Side): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    override: tidy,
  }) as Record<string, Json>
  return made
}

/** The members of an object, such as query parameters. */
export function membersOf(
  schema: z.ZodType,
  side: Side = 'input',
): { properties: Record<string, Json>; required: readonly string[] } {
  const { properties = {}, required = [] } = schemaOf(schema, side) as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return { properties, required }
}

/** Drops bounds that only repeat JavaScript's largest integers. */
function tidy({ jsonSchema }: { jsonSchema: { minimum?: unknown; maximum?: unknown } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
