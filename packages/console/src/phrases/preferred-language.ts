import {
  CONSOLE_LANGUAGES,
  type ConsoleLanguage,
  FALLBACK_LANGUAGE,
  languageOfTag,
  OFFERED_LANGUAGES,
} from '@tollgate/contract'
import { readStored, stored } from '../lib/storage.ts'

/** The language the user chose here, else the first of their browser's that is offered, else the site's. */
export async function preferredLanguage(): Promise<ConsoleLanguage> {
  const chosen = languageOfTag(readStored(stored.language), CONSOLE_LANGUAGES)
  if (chosen) return chosen
  for (const tag of navigator.languages) {
    const language = languageOfTag(tag, OFFERED_LANGUAGES)
    if (language) return language
  }
  return languageOfTag(await siteLanguage(), OFFERED_LANGUAGES) ?? FALLBACK_LANGUAGE
}

/** In the status that the page requested before its scripts ran, else in the one of an earlier visit. */
async function siteLanguage(): Promise<string | undefined> {
  const { early } = globalThis as { early?: Record<string, Promise<Response> | undefined> }
  try {
    const response = await early?.['/api/status']
    // The console reads the response itself later.
    const reply: { data?: { fallback_language?: string } } = await response?.clone().json()
    return reply.data?.fallback_language
  } catch {
    return readStored(stored.status)?.fallback_language
  }
}
