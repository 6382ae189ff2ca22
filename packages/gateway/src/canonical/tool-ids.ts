/** What a dialect demands of a tool-call id. */
export interface IdRule {
  maxLength: number
  /** Matches every character that is not allowed. */
  forbidden: RegExp
}

/**
 * The id itself where it fits the rule, else one that does: the same for the same id, so that a call and its result
 * still match. Ids come from other providers and may be of any length and make.
 */
export function fitId(id: string, rule: IdRule): string {
  if (id.length <= rule.maxLength && id.search(rule.forbidden) < 0) return id
  const mark = Bun.hash(id).toString(36)
  return `${id.replaceAll(rule.forbidden, '_').slice(0, rule.maxLength - mark.length - 1)}_${mark}`
}
