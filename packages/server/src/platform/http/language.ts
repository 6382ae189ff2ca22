import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@tollgate/contract'
import { parseAccept } from 'hono/utils/accept'

/** Returns the supported language that `Accept-Language` prefers, else `fallback`. A weight of 0 refuses a language. */
export function languageOf(header: string | null | undefined, fallback: Language = FALLBACK_LANGUAGE): Language {
  if (!header) return fallback
  // Sorted by weight.
  for (const { type: tag, q } of parseAccept(header)) {
    const language = tag.toLowerCase().split('-')[0]
    const supported = LANGUAGES.find(known => known === language)
    if (supported && q > 0) return supported
  }
  return fallback
}
