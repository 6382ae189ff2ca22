import { ANNOUNCEMENT_TYPES, API_COLORS, MENU_ICONS, MENU_VIEWERS, type OptionKey } from '@tollgate/contract'

/** An entry as it is edited: not yet checked. */
export type Entry = Record<string, unknown>

export interface ListField {
  name: FieldName
  kind: 'line' | 'text' | 'time' | 'choice' | 'switch'
  choices?: { of: ChoiceName; values: readonly string[] }
}
export type FieldName =
  | 'answer'
  | 'categoryName'
  | 'address'
  | 'color'
  | 'content'
  | 'description'
  | 'extra'
  | 'from'
  | 'icon'
  | 'in_menu'
  | 'label'
  | 'new_tab'
  | 'note'
  | 'publishDate'
  | 'question'
  | 'route'
  | 'seen_by'
  | 'slug'
  | 'title'
  | 'type'
  | 'until'
  | 'url'
export type ChoiceName = 'types' | 'colors' | 'icons' | 'viewers'

interface ListKind {
  fields: readonly ListField[]
  /** The member by which an entry is told from others. */
  named: FieldName
  blank: () => Entry
}

const line = (name: FieldName): ListField => ({ name, kind: 'line' })
const text = (name: FieldName): ListField => ({ name, kind: 'text' })
const time = (name: FieldName): ListField => ({ name, kind: 'time' })
const choice = (name: FieldName, of: ChoiceName, values: readonly string[]): ListField => ({
  name,
  kind: 'choice',
  choices: { of, values },
})

const HOUR_MS = 3_600_000
const timeIn = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** JSON options that are lists of objects: what an entry of each has. */
export const listKinds: Partial<Record<OptionKey, ListKind>> = {
  'console_setting.announcements': {
    named: 'content',
    fields: [text('content'), time('publishDate'), choice('type', 'types', ANNOUNCEMENT_TYPES), line('extra')],
    blank: () => ({ content: '', publishDate: timeIn(0), type: 'default', extra: '' }),
  },
  PlannedMaintenance: {
    named: 'title',
    fields: [line('title'), time('from'), time('until'), text('note')],
    blank: () => ({ title: '', from: timeIn(24 * HOUR_MS), until: timeIn(26 * HOUR_MS), note: '' }),
  },
  'console_setting.api_info': {
    named: 'route',
    fields: [line('url'), line('route'), line('description'), choice('color', 'colors', API_COLORS)],
    blank: () => ({ url: '', route: '', description: '', color: 'blue' }),
  },
  'console_setting.faq': {
    named: 'question',
    fields: [line('question'), text('answer')],
    blank: () => ({ question: '', answer: '' }),
  },
  'console_setting.uptime_kuma_groups': {
    named: 'categoryName',
    fields: [line('categoryName'), line('url'), line('slug'), line('description')],
    blank: () => ({ categoryName: '', url: '', slug: '', description: '' }),
  },
  MenuItems: {
    named: 'label',
    fields: [
      line('label'),
      line('address'),
      choice('icon', 'icons', MENU_ICONS),
      choice('seen_by', 'viewers', MENU_VIEWERS),
      { name: 'new_tab', kind: 'switch' },
    ],
    blank: () => ({ label: '', address: '', icon: 'link', new_tab: false, seen_by: 'everybody' }),
  },
  OwnPages: {
    named: 'title',
    fields: [
      line('title'),
      line('slug'),
      text('content'),
      choice('icon', 'icons', MENU_ICONS),
      choice('seen_by', 'viewers', MENU_VIEWERS),
      { name: 'in_menu', kind: 'switch' },
    ],
    blank: () => ({ title: '', slug: '', content: '', icon: 'file', in_menu: true, seen_by: 'everybody' }),
  },
}
