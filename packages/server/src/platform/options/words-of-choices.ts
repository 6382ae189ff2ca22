import type { ConsoleLanguage, OptionKey } from '@tollgate/contract'
import type { ChangedWord } from '../messages/index.ts'

const languages: Readonly<Record<ConsoleLanguage, ChangedWord>> = {
  en: 'english',
  zh: 'chinese',
  ru: 'russian',
  fr: 'french',
  ja: 'japanese',
  vi: 'vietnamese',
  'zh-TW': 'traditionalChinese',
}

/** The words that the log uses for options with a fixed set of choices. */
export const wordsOfChoices: Partial<Record<OptionKey, Readonly<Record<string, ChangedWord>>>> = {
  'alert_setting.language': languages,
  'general_setting.fallback_language': languages,
  DataExportDefaultTime: { hour: 'byHour', day: 'byDay', week: 'byWeek' },
  StatusPanelShows: { models: 'models', groups: 'groups', maintenance: 'maintenance' },
  ThemeDensity: { comfortable: 'comfortable', compact: 'compact' },
  ThemeRadius: { none: 'square', small: 'slightlyRound', large: 'round' },
  ThemeFont: { system: 'systemFont', sans: 'sans', serif: 'serif', mono: 'mono' },
  'rate_limit_setting.without_redis': { count_alone: 'countAlone', refuse: 'refuse' },
}
