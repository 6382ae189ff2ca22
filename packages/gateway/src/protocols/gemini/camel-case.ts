import type { JsonObject } from '../../raw/json.ts'

/** Google accepts member names in either case. Converts this object's own to camel case; values are unchanged. */
export function camelCased(wire: JsonObject): JsonObject {
  if (!Object.keys(wire).some(name => name.includes('_'))) return wire
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [toCamelCase(name), value]))
}

const toCamelCase = (name: string): string => name.replace(/(?<=.)_([a-z])/g, (_match, letter) => letter.toUpperCase())
