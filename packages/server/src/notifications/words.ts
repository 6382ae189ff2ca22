/** A notice's text with its values in place of `{{value}}`, one after the other. */
export function filled(content: string, values: readonly string[]): string {
  const left = [...values]
  return content.replaceAll('{{value}}', () => left.shift() ?? '')
}
