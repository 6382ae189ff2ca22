/** The languages of the server's own sentences. */
export const LANGUAGES = ['zh', 'en', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

interface LanguageLine {
  /** In the language itself, so that speakers recognise theirs. */
  name: string
  /** The language of the server's sentences for its readers, and of phrases that a draft does not have yet. */
  base: Language
  /** Incomplete: used by who has it stored, but neither offered nor chosen. */
  isDraft?: true
}

/** The console's languages, by the code that documents and `Intl` use. */
export const languageLines = {
  zh: { name: '中文', base: 'zh' },
  en: { name: 'English', base: 'en' },
  ru: { name: 'Русский', base: 'ru' },
  fr: { name: 'Français', base: 'en' },
  ja: { name: '日本語', base: 'en' },
  vi: { name: 'Tiếng Việt', base: 'en' },
  'zh-TW': { name: '繁體中文', base: 'zh' },
} as const satisfies Record<string, LanguageLine>

export type ConsoleLanguage = keyof typeof languageLines

const lineOf = (language: ConsoleLanguage): LanguageLine => languageLines[language]

// the table's keys
export const CONSOLE_LANGUAGES = Object.keys(languageLines) as ConsoleLanguage[]
export const OFFERED_LANGUAGES: readonly ConsoleLanguage[] = CONSOLE_LANGUAGES.filter(code => !lineOf(code).isDraft)
/** Unless the operator chooses another. */
export const FALLBACK_LANGUAGE: Language = 'ru'

export const isDraft = (language: ConsoleLanguage): boolean => lineOf(language).isDraft === true

/** The language of the server's sentences for readers of a language. */
export const baseOf = (language: ConsoleLanguage): Language => languageLines[language].base

/** Chinese tags whose readers expect traditional characters: `zh-Hant-CN`, `zh-HK`. */
const TRADITIONAL = /^zh-(hant|tw|hk|mo)\b/

/** Returns which of the known languages a tag stands for: `fr-CA` → `fr`; undefined if none. */
export function languageOfTag<Known extends ConsoleLanguage>(
  tag: string | undefined,
  known: readonly Known[],
): Known | undefined {
  const wanted = tag?.toLowerCase().replaceAll('_', '-') ?? ''
  const [base] = wanted.split('-', 1)
  const closest = TRADITIONAL.test(wanted) ? 'zh-TW' : base
  return known.find(language => language === closest) ?? known.find(language => language === base)
}
