import { z } from 'zod'

/** The entries of a comma-joined list, without blanks and doubles. */
export const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map(entry => entry.trim())
      .filter(entry => entry !== ''),
  ),
]

/** A comma-joined list; blanks and doubles are dropped. */
export const commaList = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform(text => splitList(text).join(','))
