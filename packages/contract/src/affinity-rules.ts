/** Where a call has the key of a rule: in its body or headers, or the caller itself is the key. */
export const KEY_SOURCES = ['body', 'header', 'token', 'user'] as const
export type KeySource = (typeof KEY_SOURCES)[number]

/** Sources with named members. */
export const isNamedSource = (from: KeySource): from is 'body' | 'header' => from === 'body' || from === 'header'

/**
 * Calls with the same key keep to the channel that answered the last of them. Patterns: `*` stands for any text, an empty
 * one for every call; `client` is a part of the user agent.
 */
export interface AffinityRule {
  models: string
  path: string
  client: string
  from: KeySource
  /** A member's path, such as `metadata.user_id`, or a header's name; empty: the caller is the key. */
  key: string
}

export const MOST_AFFINITY_RULES = 50

/** What rules look at. */
export interface RuledCall {
  model: string
  path(): string
  header(name: string): string | null
  /** A member of the body, by its name at the top. */
  member(name: string): unknown
  tokenId: number
}

/** Returns the first rule that fits a call and finds its key there; undefined: there is none. */
export function affinityKey(
  rules: readonly AffinityRule[],
  call: RuledCall,
): { rule: number; key: string } | undefined {
  for (const [rule, { models, path, client, from, key: name }] of rules.entries()) {
    if (models !== '' && !fits(models, call.model)) continue
    if (path !== '' && !fits(path, call.path())) continue
    if (client !== '' && !(call.header('user-agent') ?? '').toLowerCase().includes(client.toLowerCase())) continue
    const key = KEYS[from](call, name)
    if (key !== undefined) return { rule, key }
  }
  return undefined
}

const KEYS: Record<KeySource, (call: RuledCall, name: string) => string | undefined> = {
  body({ member }, name) {
    const [first = '', ...inner] = name.split('.')
    return textOf(inner.reduce(memberOf, member(first)))
  },
  header: ({ header }, name) => (isHeaderName(name) ? textOf(header(name)) : undefined),
  token: ({ tokenId }) => String(tokenId),
  user: () => '',
}

/** Whether a header can have this name. https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
export const isHeaderName = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name)

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined

/** Whether a text has a pattern's parts in their order, from end to end. */
function fits(pattern: string, text: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop()
  if (end === undefined) return text === pattern
  if (!text.startsWith(start) || text.length < start.length + end.length || !text.endsWith(end)) return false
  let at = start.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - end.length
}
