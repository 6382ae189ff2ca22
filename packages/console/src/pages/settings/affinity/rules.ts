import { type AffinityRule, isHeaderName, isNamedSource, KEY_SOURCES, type KeySource } from '@tollgate/contract'

export const NEW_RULE: AffinityRule = { models: '', path: '', client: '', from: 'body', key: '' }

/** The rules of a JSON list, complete or not; undefined: the text is not one. */
export function readRules(text: string): AffinityRule[] | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '[]')
    if (!Array.isArray(value)) return undefined
    const rules = value.map(readRule)
    return rules.every(rule => rule !== undefined) ? rules : undefined
  } catch {
    return undefined
  }
}

function readRule(value: unknown): AffinityRule | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const rule = { ...NEW_RULE, ...value }
  const isKnown = Object.keys(rule).every(name => name in NEW_RULE)
  const isTyped = Object.values(rule).every(member => typeof member === 'string')
  return isKnown && isTyped && KEY_SOURCES.includes(rule.from) ? rule : undefined
}

/** A JSON list, without what a rule leaves open. */
export const writeRules = (rules: readonly AffinityRule[]): string =>
  JSON.stringify(
    rules.map(rule => Object.fromEntries(Object.entries(rule).filter(([, text]) => text !== ''))),
    null,
    2,
  )

/** A rule whose key lies elsewhere: names of members and headers belong to their source. */
export const withSource = (rule: AffinityRule, from: KeySource): AffinityRule => ({
  ...rule,
  from,
  key: isNamedSource(from) ? rule.key : '',
})

export type RuleProblem = 'keyMissing' | 'headerName' | 'unreached'

/** What is wrong with a rule: its key has no name, or no such header can exist, or an earlier rule takes every call first. */
export function problemOf(rules: readonly AffinityRule[], index: number): RuleProblem | undefined {
  const rule = rules[index]
  if (!rule) return undefined
  if (isNamedSource(rule.from) && rule.key.trim() === '') return 'keyMissing'
  if (rule.from === 'header' && !isHeaderName(rule.key.trim())) return 'headerName'
  return rules.slice(0, index).some(takesAll) ? 'unreached' : undefined
}

const takesAll = ({ models, path, client, from }: AffinityRule): boolean =>
  !isNamedSource(from) && [models, path, client].every(pattern => /^\**$/.test(pattern.trim()))
