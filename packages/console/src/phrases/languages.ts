import type { ConsoleLanguage } from '@tollgate/contract'
import type { FirstPack, Incomplete } from './language-pack.ts'
import type { SettingsWords } from './settings-words.ts'

interface Folder {
  first: () => Promise<{ default: FirstPack }>
  /** Absent: a draft without them. */
  settings?: () => Promise<{ default: Incomplete<SettingsWords> }>
}

/** The folder of each of the contract's languages. */
export const folders: Record<ConsoleLanguage, Folder> = {
  en: { first: () => import('./en/first.ts'), settings: () => import('./en/options/index.ts') },
  zh: { first: () => import('./zh/first.ts'), settings: () => import('./zh/options/index.ts') },
  ru: { first: () => import('./ru/first.ts'), settings: () => import('./ru/options/index.ts') },
  fr: { first: () => import('./fr/first.ts'), settings: () => import('./fr/options/index.ts') },
  ja: { first: () => import('./ja/first.ts'), settings: () => import('./ja/options/index.ts') },
  vi: { first: () => import('./vi/first.ts'), settings: () => import('./vi/options/index.ts') },
  'zh-TW': { first: () => import('./zh-TW/first.ts'), settings: () => import('./zh-TW/options/index.ts') },
}
