import type { JsonObject } from '../../raw/json.ts'

/** Google takes the names of members in either case. This object's own come out in camel case; its values stay. */
export function camelCased(wire: JsonObject): JsonObject {
  if (!Object.keys(wire).some(name => name.includes('_'))) return wire
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [toCamelCase(name), value]))
}

const toCamelCase = (name: string): string => name.replace(/(?<=.)_([a-z])/g, (_match, letter) => letter.toUpperCase())
