/**
 * Splits keys that are JSON documents of several lines, in an array or one after another. Any other text is one key.
 * Takes linear time.
 */
export function splitDocuments(text: string): string[] {
  const listed = arrayIn(text)
  if (listed) return listed
  const found: string[] = []
  let start = 0
  for (let end = endOfObject(text, start); end !== null; end = endOfObject(text, start)) {
    found.push(text.slice(start, end).replace(/^[\s,]+/, ''))
    start = end
  }
  const isWhole = found.length > 0 && text.slice(start).trim() === '' && found.every(isObjectText)
  return isWhole ? found : [text]
}

function arrayIn(text: string): string[] | null {
  if (!text.trim().startsWith('[')) return null
  try {
    const items = JSON.parse(text) as unknown[]
    return items.map(item => (typeof item === 'string' ? item : JSON.stringify(item)))
  } catch {
    return null
  }
}

/** Returns the end of the first object from `start` on; null: it does not end, or something else comes first. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
    if (depth <= 0 && !/[\s,]/.test(char)) return null
  }
  return null
}

function isObjectText(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
