import { asArray, asObject, asText, type JsonObject } from '../../raw/json.ts'
import { camelCased } from './camel-case.ts'

/**
 * Converts Gemini's own schemas, a subset of OpenAPI 3.0, to JSON Schema. Their types are in capitals and their counts
 * text, null is `nullable`, and there is an order of properties. https://ai.google.dev/api/caching#Schema
 */
export function readSchema(schema: JsonObject): JsonObject {
  const { type, format, nullable, properties, propertyOrdering, items, anyOf, example, ...rest } = camelCased(schema)
  const named = typeof type === 'string' && type !== 'TYPE_UNSPECIFIED' ? type.toLowerCase() : null
  const alternatives = asArray(anyOf).map(readInner)
  const object = asObject(properties)
  return {
    ...(named !== null && { type: nullable === true ? [named, 'null'] : named }),
    ...(format !== undefined && format !== 'enum' && { format }),
    ...withNumbers(rest),
    ...(object && { properties: readProperties(object, asArray(propertyOrdering)) }),
    ...(items !== undefined && { items: readInner(items) }),
    ...(alternatives.length > 0 && {
      anyOf: nullable === true && named === null ? [...alternatives, { type: 'null' }] : alternatives,
    }),
    ...(example !== undefined && { examples: [example] }),
  }
}

const readInner = (schema: unknown): unknown => {
  const object = asObject(schema)
  return object ? readSchema(object) : schema
}

function readProperties(properties: JsonObject, ordering: unknown[]): JsonObject {
  const names = [...new Set([...ordering.flatMap(name => asText(name) ?? []), ...Object.keys(properties)])]
  return Object.fromEntries(
    names.flatMap(name => (Object.hasOwn(properties, name) ? [[name, readInner(properties[name])] as const] : [])),
  )
}

const COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties']

function withNumbers(schema: JsonObject): JsonObject {
  const counts = COUNTS.filter(name => typeof schema[name] === 'string')
  return { ...schema, ...Object.fromEntries(counts.map(name => [name, Number(schema[name])])) }
}
