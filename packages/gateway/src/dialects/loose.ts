/** Looking into JSON of which nothing is known yet, without believing anything. */
export type Loose = Record<string, unknown>

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asObject = (value: unknown): Loose => (isObject(value) ? value : {})

export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The text, or undefined where there is none or an empty one. */
export const textOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
