import {
  baseOf,
  CONSOLE_LANGUAGES,
  type ConsoleLanguage,
  LANGUAGES,
  type Language,
  languageOfTag,
} from '@tollgate/contract'
import { parseAccept } from 'hono/utils/accept'

/**
 * Returns the language of errors for a caller of the relay: the first of `Accept-Language` that the relay speaks, else
 * the one nearest to the caller's.
 */
export const languageOf = (header: string | null | undefined): Language =>
  preferred(header, LANGUAGES) ?? baseOf(consoleLanguageOf(header, 'en'))

/** Returns the console's language that `Accept-Language` prefers, else `fallback`. */
export const consoleLanguageOf = (header: string | null | undefined, fallback: ConsoleLanguage): ConsoleLanguage =>
  preferred(header, CONSOLE_LANGUAGES) ?? fallback

/** A weight of 0 refuses a language. */
function preferred<Known extends ConsoleLanguage>(
  header: string | null | undefined,
  known: readonly Known[],
): Known | undefined {
  if (!header) return undefined
  // Sorted by weight.
  for (const { type: tag, q } of parseAccept(header)) {
    const language = q > 0 ? languageOfTag(tag, known) : undefined
    if (language) return language
  }
  return undefined
}
