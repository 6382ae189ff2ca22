/** Returns the values filled into a sentence; undefined: the text is another sentence. */
export function valuesIn(sentence: string, text: string): Record<string, string> | undefined {
  const [start = '', ...parts] = sentence.split(NAME)
  if (!text.startsWith(start)) return undefined
  const values: Record<string, string> = {}
  let at = start.length
  for (let part = 0; part < parts.length; part += 2) {
    const [name = '', words = ''] = parts.slice(part, part + 2)
    const isLast = part + 2 === parts.length
    const end = isLast ? text.length - words.length : text.indexOf(words, at)
    if (end < at || !text.startsWith(words, end)) return undefined
    values[name] = text.slice(at, end)
    at = end + words.length
  }
  return at === text.length ? values : undefined
}

const NAME = /\{(\w+)\}/
