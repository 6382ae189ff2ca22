/** Returns whether a statement surely writes nothing. One that may is no mistake: it then waits for the writer. */
export function onlyReads(text: string, node: string): boolean {
  if (node === 'SelectQueryNode') return true
  if (/^\s*(?:select|values)\b/i.test(text)) return true
  return /^\s*with\b/i.test(text) && !/\b(?:insert|update|delete|replace)\b/i.test(text)
}
