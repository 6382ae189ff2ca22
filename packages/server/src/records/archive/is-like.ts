/**
 * Whether a text matches a pattern in which `%` stands for any characters. Linear: each part is matched once, at its
 * first occurrence.
 */
export function isLike(text: string, pattern: string): boolean {
  const parts = pattern.split('%')
  const [first = '', ...rest] = parts
  const end = rest.pop()
  if (end === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - end.length >= at && text.endsWith(end)
}
