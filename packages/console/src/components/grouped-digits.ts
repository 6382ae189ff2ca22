import { i18n } from '../phrases/index.ts'

interface Typing {
  userTyping: boolean
  input: string
}

/** Formats a number field: text being typed stays unchanged, anything else gets the language's thousands separators. */
export const inGroups =
  (decimals: { least: number; most: number }) =>
  (value: number | string | undefined, { userTyping, input }: Typing): string => {
    if (userTyping) return input
    if (value === undefined || value === '') return ''
    const separator = hasDecimalComma() ? NO_BREAK_SPACE : ','
    return Number(value)
      .toLocaleString('en', { minimumFractionDigits: decimals.least, maximumFractionDigits: decimals.most })
      .replaceAll(',', separator)
  }

/** Parses what `inGroups` wrote or a user typed. In languages with a decimal comma it is not a separator of groups. */
export function withoutGroups(text = ''): string {
  const digits = hasDecimalComma() ? text.replace(',', '.') : text.replaceAll(',', '')
  return digits.replaceAll(/[^\d.-]/g, '')
}

const hasDecimalComma = (): boolean => (0.5).toLocaleString(i18n.language).includes(',')

const NO_BREAK_SPACE = '\u00a0'
