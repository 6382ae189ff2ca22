import { asObject, objectOrEmpty } from '../../raw/json.ts'

/** Chat nests the grammar of a free-text tool one level deeper than Responses, whose form is the canonical one. */

export function readToolFormat(wire: unknown): unknown {
  const { grammar, ...format } = objectOrEmpty(wire)
  return asObject(grammar) ? { ...format, ...objectOrEmpty(grammar) } : wire
}

export function writeToolFormat(format: unknown): unknown {
  const { type, ...grammar } = objectOrEmpty(format)
  return type === 'grammar' ? { type, grammar } : format
}
