import { z } from 'zod'

/** Returns why a host refuses a request body; null: it accepts it. */
export type Refuses = (body: string) => string | null

/** A host as strict as the real one about fields, names and ids, and its model. */
export interface StrictHost {
  model: string
  refuses: Refuses
}

/** The first part of a body that a shape does not allow, in words such as `messages.0.name: unknown member`. */
export function misshapen(shape: z.ZodType, body: unknown): string | null {
  const { error } = shape.safeParse(body)
  return error ? deepest(error.issues, '') : null
}

/** For a union, the intended variant is the one whose error lies deepest. */
function deepest(issues: readonly z.core.$ZodIssue[], above: string): string {
  const told = issues.map(issue => {
    const path = [above, ...issue.path].filter(part => part !== '').join('.')
    if (issue.code === 'invalid_union' && issue.errors.length > 0)
      return issue.errors.map(errors => deepest(errors, path)).reduce(longer)
    return issue.code === 'unrecognized_keys'
      ? `${path || 'body'}: unknown ${issue.keys.join(', ')}`
      : `${path || 'body'}: ${issue.message}`
  })
  return told.reduce(longer)
}

const longer = (one: string, other: string): string => (depth(other) > depth(one) ? other : one)
const depth = (told: string): number => told.split(':')[0]?.split('.').length ?? 0

/** The first broken rule. */
export const firstOf = (...found: readonly (string | null)[]): string | null =>
  found.find(reason => reason !== null) ?? null

/** The rule in words if it is broken, else null. */
export const unless = (holds: boolean, rule: string): string | null => (holds ? null : rule)

/** Optional fields with any value. */
export const optional = (...names: string[]): Record<string, z.ZodType> =>
  Object.fromEntries(names.map(name => [name, z.unknown().optional()]))

export const hasTwins = (names: readonly string[]): boolean => new Set(names).size < names.length

export const jsonObject = z.record(z.string(), z.unknown())
export const toolName = (longest: number) => z.string().regex(new RegExp(`^[a-zA-Z0-9_-]{1,${longest}}$`))
