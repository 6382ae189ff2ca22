/** JSON Schema, as far as it is shown. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
}

/** Writes a schema as people write shapes: `{ id: integer; name?: string }`, one member per line. */
export function schemaText(schema: Schema, indent = ''): string {
  const { const: constant, enum: choices, anyOf, oneOf, allOf, $ref } = schema
  if ($ref) return $ref.split('/').at(-1) ?? ''
  if (constant !== undefined) return JSON.stringify(constant)
  if (choices) return choices.map(choice => JSON.stringify(choice)).join(' | ')
  const either = anyOf ?? oneOf
  if (either) return either.map(one => schemaText(one, indent)).join(' | ')
  if (allOf) return allOf.map(one => schemaText(one, indent)).join(' & ')
  return ofType(schema, indent)
}

function ofType(schema: Schema, indent: string): string {
  const { type, properties, items, prefixItems, additionalProperties } = schema
  if (prefixItems) return `[${prefixItems.map(one => schemaText(one, indent)).join(', ')}]`
  if (type === 'array') return arrayOf(items ?? {}, indent)
  if (properties && Object.keys(properties).length > 0) return objectOf(properties, schema.required ?? [], indent)
  if (typeof additionalProperties === 'object') return `{ [name]: ${schemaText(additionalProperties, indent)} }`
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'any')
}

function arrayOf(items: Schema, indent: string): string {
  const text = schemaText(items, indent)
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`
}

function objectOf(properties: Record<string, Schema>, required: string[], indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, member]) => {
    const standard = member.default === undefined ? '' : ` = ${JSON.stringify(member.default)}`
    return `${inner}${name}${required.includes(name) ? '' : '?'}: ${schemaText(member, inner)}${standard}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}
