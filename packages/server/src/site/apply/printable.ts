/** Characters that control a terminal, or that reorder or hide their neighbours. */
export const UNPRINTABLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const EACH = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Multi-line text for a terminal: control characters, except line ends and tabs, as `\u001b`. */
export const escaped = (text: string): string => text.replace(EACH, escapeOf)

/** The same on one line. */
export const escapedLine = (text: string): string => escaped(text).replaceAll('\n', '⏎')

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}
