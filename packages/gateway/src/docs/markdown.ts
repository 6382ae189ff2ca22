/** Returns a table; empty if it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

export const code = (word: string): string => `\`${word}\``

/** Escapes words that look like tags. */
export const plain = (words: string): string => words.replaceAll('<', '\\<')

/** Paragraphs, tables and headings of a page. */
export const page = (...blocks: readonly string[]): string => `${blocks.filter(Boolean).join('\n\n')}\n`
