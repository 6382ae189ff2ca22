import { z } from 'zod'

/** The entries of a comma-separated list, without blanks and duplicates. */
export const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map(entry => entry.trim())
      .filter(entry => entry !== ''),
  ),
]

/** A comma-separated list; blanks and duplicates are dropped. */
export const commaList = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform(text => splitList(text).join(','))
