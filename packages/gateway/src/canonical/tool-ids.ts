/** What a dialect or host requires of a tool-call id. */
export interface IdRule {
  maxLength: number
  /** Matches each character that is not allowed. */
  forbidden: RegExp
  /** Shorter ids are refused too. */
  isExact?: true
}

/**
 * Returns the id itself if it fits the rule, otherwise a replacement, always the same for the same id, so that a call
 * and its result still match. Ids come from other providers and may have any length and form.
 */
export function fitId(id: string, rule: IdRule): string {
  const { maxLength, forbidden, isExact } = rule
  const isOfLength = isExact ? id.length === maxLength : id.length <= maxLength
  if (isOfLength && id.search(forbidden) < 0) return id
  const mark = Bun.hash(id).toString(36)
  if (isExact) return mark.padStart(maxLength, '0').slice(-maxLength)
  return `${id.replaceAll(forbidden, '_').slice(0, maxLength - mark.length - 1)}_${mark}`
}
