/**
 * Text that spreadsheets would treat as a formula, even after blanks and in East Asian full-width forms.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠|%]/u
const NEEDS_QUOTES = /[",\r\n\t;]|^\s|\s$/

/** A line of comma-separated values, RFC 4180. A text that a spreadsheet would evaluate gets a leading apostrophe. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const isFormula = FORMULA.test(value) || /^[\t\r\n]/.test(value)
  const text = (isFormula ? `'${value}` : value).replaceAll('\0', '')
  return isFormula || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
