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
    const separator = i18n.language === 'ru' ? NO_BREAK_SPACE : ','
    return Number(value)
      .toLocaleString('en', { minimumFractionDigits: decimals.least, maximumFractionDigits: decimals.most })
      .replaceAll(',', separator)
  }

/** Parses what `inGroups` wrote or a user typed. Russian has a decimal comma, the other languages group with it. */
export function withoutGroups(text = ''): string {
  const digits = i18n.language === 'ru' ? text.replace(',', '.') : text.replaceAll(',', '')
  return digits.replaceAll(/[^\d.-]/g, '')
}

const NO_BREAK_SPACE = '\u00a0'
