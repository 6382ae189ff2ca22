/** Returns whether a statement certainly writes nothing. A doubtful statement goes to the writer, which is safe. */
export function onlyReads(text: string, node: string): boolean {
  if (node === 'SelectQueryNode') return true
  if (/^\s*(?:select|values)\b/i.test(text)) return true
  return /^\s*with\b/i.test(text) && !/\b(?:insert|update|delete|replace)\b/i.test(text)
}
