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
 * Returns the language of the server's own sentences for a caller: the first of `Accept-Language` that it speaks, else
 * the one nearest to the console's language for that caller.
 */
export function languageOf(header: string | null | undefined, fallback: ConsoleLanguage): Language {
  return preferred(header, LANGUAGES) ?? baseOf(consoleLanguageOf(header, fallback))
}

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
