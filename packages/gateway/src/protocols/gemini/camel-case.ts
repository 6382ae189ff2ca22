import type { JsonObject } from '../../raw/json.ts'

/**
 * Converts the names of this object's own members to camel case, because Google accepts either; values are unchanged.
 */
export function camelCased(wire: JsonObject): JsonObject {
  if (!Object.keys(wire).some(name => name.includes('_'))) return wire
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [toCamelCase(name), value]))
}

const toCamelCase = (name: string): string => name.replace(/(?<=.)_([a-z])/g, (_match, letter) => letter.toUpperCase())
