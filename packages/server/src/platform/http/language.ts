import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@tollgate/contract'

/** Returns the supported language that `Accept-Language` prefers, else `fallback`. */
export function languageOf(header: string | null | undefined, fallback: Language = FALLBACK_LANGUAGE): Language {
  if (!header) return fallback
  const preferences = header
    .split(',')
    .map(entry => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
      const weight = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { language: tag.split('-')[0], weight: weight ? Number(weight.trim().slice(2)) : 1 }
    })
    .sort((one, other) => other.weight - one.weight)
  for (const { language } of preferences) {
    const supported = LANGUAGES.find(known => known === language)
    if (supported) return supported
  }
  return fallback
}
