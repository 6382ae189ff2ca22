import type { OptionKey } from '@tollgate/contract'
import type { ChangedWord } from '../messages/index.ts'

/** How the log tells the choices of options that have a fixed set of them. */
export const wordsOfChoices: Partial<Record<OptionKey, Readonly<Record<string, ChangedWord>>>> = {
  'alert_setting.language': { en: 'english', zh: 'chinese', ru: 'russian' },
  DataExportDefaultTime: { hour: 'byHour', day: 'byDay', week: 'byWeek' },
  'rate_limit_setting.without_redis': { count_alone: 'countAlone', refuse: 'refuse' },
}
