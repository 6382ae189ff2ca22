import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@tollgate/contract'
import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readStored, stored, writeStored } from '../lib/storage.ts'
import type { en } from './en/index.ts'
import type { FirstPack, Phrases } from './language-pack.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

const firstChunks: Record<Language, () => Promise<{ default: FirstPack }>> = {
  en: () => import('./en/first.ts'),
  zh: () => import('./zh/first.ts'),
  ru: () => import('./ru/first.ts'),
}

const wholeChunks: Record<Language, () => Promise<{ default: Phrases }>> = {
  en: () => import('./en/index.ts'),
  zh: () => import('./zh/index.ts'),
  ru: () => import('./ru/index.ts'),
}

const packs: Partial<Record<Language, FirstPack>> = {}
let isWhole = false

/** Loads the first words of the user's language; call it once, before the first render. */
export async function startPhrases(): Promise<void> {
  await i18next.use(initReactI18next).init({ resources: {}, fallbackLng: false, interpolation: { escapeValue: false } })
  await changeLanguage(preferredLanguage())
}

/** Loads all words. Pages that need more than the first ones wait for it. */
export async function loadAllPhrases(): Promise<void> {
  isWhole = true
  await addWhole(currentLanguage())
}

/** Switches to a language and remembers it. Embedded pages are told by what shows them. */
export async function changeLanguage(language: Language): Promise<void> {
  const [first] = await Promise.all([firstChunks[language](), isWhole && addWhole(language)])
  packs[language] = first.default
  i18next.addResourceBundle(language, 'translation', first.default.phrases, true, true)
  dayjs.locale(language === 'zh' ? 'zh-cn' : language)
  await i18next.changeLanguage(language)
  writeStored(stored.language, language)
  document.documentElement.lang = language
}

async function addWhole(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', (await wholeChunks[language]()).default, true, true)
}

/** The component library's words in the current language. */
export const componentWords = (): FirstPack['componentWords'] | undefined => packs[currentLanguage()]?.componentWords

export const currentLanguage = (): Language => languageOf(i18next.language) ?? FALLBACK_LANGUAGE

export const i18n = i18next
export const t = i18next.t

function preferredLanguage(): Language {
  for (const code of [readStored(stored.language), ...navigator.languages]) {
    const language = languageOf(code)
    if (language) return language
  }
  return FALLBACK_LANGUAGE
}

/** `zh-CN` → `zh`; undefined for a language we do not speak. */
function languageOf(code: string | undefined): Language | undefined {
  const base = code?.toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find(language => language === base)
}
