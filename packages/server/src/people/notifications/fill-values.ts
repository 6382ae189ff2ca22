/** Replaces each `{{value}}` of a notification's text by the next value. */
export function fillValues(content: string, values: readonly string[]): string {
  const left = [...values]
  return content.replaceAll('{{value}}', () => left.shift() ?? '')
}
