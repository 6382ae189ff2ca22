import {
  baseOf,
  CONSOLE_LANGUAGES,
  type ConsoleLanguage,
  FALLBACK_LANGUAGE,
  isDraft,
  languageOfTag,
} from '@tollgate/contract'
import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { stored, writeStored } from '../lib/storage.ts'
import type { en } from './en/index.ts'
import type { FirstPack } from './language-pack.ts'
import { folders } from './languages.ts'
import { preferredLanguage } from './preferred-language.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

/** The phrases of one part of the console: a file in each language's folder. */
export type Area = keyof typeof en

const packs: Partial<Record<ConsoleLanguage, FirstPack>> = {}
const askedAreas = new Set<Area>()

/** Loads the first phrases of the user's language; call it once, before the first render. */
export async function startPhrases(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {},
    // A draft's missing phrases.
    fallbackLng: code => baseOf(languageOfTag(code, CONSOLE_LANGUAGES) ?? FALLBACK_LANGUAGE),
    interpolation: { escapeValue: false },
  })
  await showLanguage(await preferredLanguage())
}

/** Resolves to the result of `load` once the phrases of its areas are loaded too. */
export async function withPhrases<Module>(areas: readonly Area[], load: Promise<Module>): Promise<Module> {
  for (const area of areas) askedAreas.add(area)
  const [module] = await Promise.all([load, ...shownWith(currentLanguage()).map(language => addAreas(language, areas))])
  return module
}

/** Switches to a language and remembers it. Components that embed pages tell those. */
export async function changeLanguage(language: ConsoleLanguage): Promise<void> {
  await showLanguage(language)
  writeStored(stored.language, language)
}

async function showLanguage(language: ConsoleLanguage): Promise<void> {
  await Promise.all(shownWith(language).map(addLanguage))
  dayjs.locale(language === 'zh' ? 'zh-cn' : language.toLowerCase())
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** A draft's missing phrases are those of its base. */
const shownWith = (language: ConsoleLanguage): ConsoleLanguage[] =>
  isDraft(language) ? [language, baseOf(language)] : [language]

async function addLanguage(language: ConsoleLanguage): Promise<void> {
  const first = await folders[language].first()
  packs[language] = first.default
  await addAreas(language, askedAreas)
  i18next.addResourceBundle(language, 'translation', first.default.phrases, true, true)
}

async function addAreas(language: ConsoleLanguage, areas: Iterable<Area>): Promise<void> {
  const adding = [...areas].map(async area => {
    const words = await areaOf(language, area)
    i18next.addResourceBundle(language, 'translation', { [area]: words?.[area] }, true, true)
  })
  await Promise.all(adding)
}

async function areaOf(language: ConsoleLanguage, area: Area) {
  try {
    return await packs[language]?.loadArea(area.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`))
  } catch (error) {
    // A draft has not every file.
    if (isDraft(language)) return undefined
    throw error
  }
}

/** The component library's texts in the current language. */
export const componentWords = (): FirstPack['componentWords'] | undefined => packs[currentLanguage()]?.componentWords

export const currentLanguage = (): ConsoleLanguage =>
  languageOfTag(i18next.language, CONSOLE_LANGUAGES) ?? FALLBACK_LANGUAGE

export const i18n = i18next
export const t = i18next.t
