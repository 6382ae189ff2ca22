import { z } from 'zod'

/** Returns why a host refuses a body of a request; null: it does not. */
export type Refuses = (body: string) => string | null

/** A host as strict as the real one about members, names and ids, and the model of it that is asked for. */
export interface StrictHost {
  model: string
  refuses: Refuses
}

/** The first thing in a body that a shape does not allow, in words such as `messages.0.name: unknown member`. */
export function misshapen(shape: z.ZodType, body: unknown): string | null {
  const { error } = shape.safeParse(body)
  return error ? deepest(error.issues, '') : null
}

/** Of a union, the kind that was meant is the one that goes wrong last. */
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

/** The first rule that is broken. */
export const firstOf = (...found: readonly (string | null)[]): string | null =>
  found.find(reason => reason !== null) ?? null

/** A rule in words, when it is broken. */
export const unless = (holds: boolean, rule: string): string | null => (holds ? null : rule)

/** Members of any value that need not be there. */
export const optional = (...names: string[]): Record<string, z.ZodType> =>
  Object.fromEntries(names.map(name => [name, z.unknown().optional()]))

export const hasTwins = (names: readonly string[]): boolean => new Set(names).size < names.length

export const jsonObject = z.record(z.string(), z.unknown())
export const toolName = (longest: number) => z.string().regex(new RegExp(`^[a-zA-Z0-9_-]{1,${longest}}$`))
