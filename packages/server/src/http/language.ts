import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@tollgate/contract'

/** The first language of `Accept-Language` that we speak, by the caller's weights; else `fallback`. */
export function languageOf(header: string | null | undefined, fallback: Language = FALLBACK_LANGUAGE): Language {
  const wishes = (header ?? '')
    .split(',')
    .map(thinking => {
      const [tag = '', ...parameters] = thinking.trim().toLowerCase().split(';')
      const weight = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { language: tag.split('-')[0], weight: weight ? Number(weight.trim().slice(2)) : 1 }
    })
    .sort((one, other) => other.weight - one.weight)
  for (const { language } of wishes) {
    const spoken = LANGUAGES.find(known => known === language)
    if (spoken) return spoken
  }
  return fallback
}
