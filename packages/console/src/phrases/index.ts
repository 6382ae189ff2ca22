import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@tollgate/contract'
import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readStored, stored, writeStored } from '../lib/storage.ts'
import type { en } from './en/index.ts'
import type { FirstPack } from './language-pack.ts'

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

/** The phrases of one part of the console: a file in each language's folder. */
export type Area = keyof typeof en

const packs: Partial<Record<Language, FirstPack>> = {}
const askedAreas = new Set<Area>()

/** Loads the first phrases of the user's language; call it once, before the first render. */
export async function startPhrases(): Promise<void> {
  await i18next.use(initReactI18next).init({ resources: {}, fallbackLng: false, interpolation: { escapeValue: false } })
  await changeLanguage(preferredLanguage())
}

/** Resolves to the result of `load` once the phrases of its areas are loaded too. */
export async function withPhrases<Module>(areas: readonly Area[], load: Promise<Module>): Promise<Module> {
  for (const area of areas) askedAreas.add(area)
  const [module] = await Promise.all([load, addAreas(currentLanguage(), areas)])
  return module
}

/** Switches to a language and remembers it. Components that embed pages tell those. */
export async function changeLanguage(language: Language): Promise<void> {
  const first = await firstChunks[language]()
  packs[language] = first.default
  await addAreas(language, askedAreas)
  i18next.addResourceBundle(language, 'translation', first.default.phrases, true, true)
  dayjs.locale(language === 'zh' ? 'zh-cn' : language)
  await i18next.changeLanguage(language)
  writeStored(stored.language, language)
  document.documentElement.lang = language
}

async function addAreas(language: Language, areas: Iterable<Area>): Promise<void> {
  const adding = [...areas].map(async area => {
    const words = await packs[language]?.loadArea(area.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`))
    i18next.addResourceBundle(language, 'translation', { [area]: words?.[area] }, true, true)
  })
  await Promise.all(adding)
}

/** The component library's texts in the current language. */
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

/** `zh-CN` → `zh`; undefined for an unsupported language. */
function languageOf(code: string | undefined): Language | undefined {
  const base = code?.toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find(language => language === base)
}
