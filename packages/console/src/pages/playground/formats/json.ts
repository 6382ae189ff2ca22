export type Json = null | boolean | number | string | Json[] | { [name: string]: Json | undefined }
export type JsonObject = { [name: string]: Json | undefined }

/** Model output is read leniently: a value of another type counts as absent. */
export const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

export const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

export const asText = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

export const asNumber = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined)

/** undefined: it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** An object from JSON that a model or a user wrote; otherwise an empty one. */
export const parseObject = (text: string): JsonObject => asObject(parseJson(text))

/** Drops undefined members. */
export const defined = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
