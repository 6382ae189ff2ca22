/** The parts of the overview page; `figures` are those of the data dashboard. */
export const OVERVIEW_PANELS = ['figures', 'announcements', 'status', 'api_info', 'faq'] as const
export type OverviewPanel = (typeof OVERVIEW_PANELS)[number]

export const ANNOUNCEMENT_TYPES = ['default', 'ongoing', 'success', 'warning', 'error'] as const

/** The colours by which addresses are told apart. */
export const API_COLORS: readonly string[] = [
  ...['blue', 'green', 'cyan', 'purple', 'pink', 'red', 'orange', 'amber', 'yellow', 'lime', 'light-green', 'teal'],
  ...['light-blue', 'indigo', 'violet', 'grey'],
]

/** The states of an Uptime Kuma monitor by their numbers there. */
export const MONITOR_STATES = ['down', 'up', 'pending', 'maintenance'] as const

/** Who sees an entry of the menu. */
export const MENU_VIEWERS = ['everybody', 'users', 'admins'] as const
export const MENU_ICONS = [
  'link',
  'file',
  'message',
  'chart',
  'gift',
  'money',
  'team',
  'api',
  'picture',
  'key',
  'clock',
] as const
