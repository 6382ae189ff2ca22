import type { WordsOfTab } from '../../settings-words.ts'

export const overview = {
  OverviewOrder: {
    label: 'Order of the panels',
    hint: 'Drag them, or use the arrow keys on a handle. Panels that are off or empty are left out.',
  },
  'console_setting.announcements_enabled': {
    label: 'Show announcements',
    hint: 'On the overview page of signed-in users.',
  },
  StatusPanelEnabled: {
    label: 'Show the status panel',
    hint: 'Users see only models and groups that they may use, and no numbers of calls. Uses the figures of the data dashboard.',
  },
  'console_setting.api_info_enabled': {
    label: 'Show API addresses',
    hint: 'On the overview page of signed-in users.',
  },
  'console_setting.faq_enabled': {
    label: 'Show questions and answers',
    hint: 'On the overview page of signed-in users.',
  },
  'console_setting.announcements': {
    label: 'Announcements',
    hint: 'At most 100. Text in Markdown; one with a later time appears then.',
  },
  StatusPanelShows: {
    label: 'Status of',
    hint: 'Seven days, by days. Maintenance is always shown.',
    choices: { models: 'Models', groups: 'Groups', maintenance: 'Maintenance only' },
  },
  PlannedMaintenance: {
    label: 'Planned maintenance',
    hint: 'At most 20. Each is shown until it is over.',
  },
  'console_setting.uptime_kuma_groups': {
    label: 'Uptime Kuma',
    hint: 'At most 10 public status pages, shown in the status panel. The server reads them at most once a minute.',
  },
  'console_setting.api_info': {
    label: 'API addresses',
    hint: 'At most 50. Users can copy them and measure their latency from the browser.',
  },
  'console_setting.faq': {
    label: 'Questions and answers',
    hint: 'At most 100. Answers in Markdown.',
  },
  MenuItems: {
    label: 'Menu items',
    hint: 'At most 20. Each leads to an http(s) address, or to a page of this console, such as /pricing.',
  },
  OwnPages: {
    label: 'Own pages',
    hint: 'At most 20, in Markdown, at /page/ and the end of the address.',
  },
} satisfies WordsOfTab<'overview'>
