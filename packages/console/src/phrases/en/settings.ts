import type { SettingsTab } from '@tollgate/contract'
import type { SectionWords, SettingsPlace } from '../option-words.ts'
import { modelRelated } from './options/model-related.ts'
import { operation } from './options/operation.ts'
import { other } from './options/other.ts'
import { rateLimit } from './options/rate-limit.ts'
import { system } from './options/system.ts'

export const settings = {
  title: 'System settings',
  intro: 'How this gateway behaves. Each section saves by itself and takes effect at once.',
  search: 'Search all settings',
  found_one: '{{count}} setting found',
  found_other: '{{count}} settings found',
  nothingFound: 'No setting matches “{{query}}”',
  clearSearch: 'Clear the search',
  sectionList: 'Sections of this tab',
  loadFailed: 'The settings could not be loaded',

  on: 'on',
  off: 'off',
  empty: 'empty',
  secretSet: 'set',
  secretNotSet: 'not set',
  secretReplaced: 'replaced',
  restoreDefault: 'Restore the default',
  defaultIs: 'Default: {{value}}',
  clear: 'Clear',
  willBeCleared: 'Will be cleared when you save',
  keep: 'Keep it',
  firstFillIn: 'First fill in:',
  onlyWith: 'Only with “{{label}}” on.',

  save: 'Save',
  discard: 'Discard changes',
  changes_one: '{{count}} change, not saved yet',
  changes_other: '{{count}} changes, not saved yet',
  moreLines_one: 'and {{count}} more line',
  moreLines_other: 'and {{count}} more lines',
  becomes: 'becomes',
  removed: 'removed',
  added: 'added',
  saved: 'Saved',
  nothingChanged: 'You seem not to have changed anything',
  checkInput: 'Please check your input',
  saveFailed: 'Saving failed',
  partlyFailed: 'Some saves failed, please retry',
  fillInFirst: 'Please fill in “{{label}}” first',

  passwordLoginOff: {
    title: 'Turn off sign-in with a password?',
    consequence: 'Users who have no other way to sign in will be locked out. Make sure you are not one of them.',
    agree: 'Turn off',
  },
  clearLogs: {
    label: 'Clear old logs',
    hint: 'Deletes every log row before a moment, of all users. Balances stay as they are.',
    before: 'Before',
    button: 'Clear logs',
    title: 'Delete all logs before {{time}}?',
    consequence: 'The rows of all users are deleted for good, and with them the proof of what was charged.',
    agree: 'Delete',
    cleared_one: '{{count}} log row was deleted',
    cleared_other: '{{count}} log rows were deleted',
  },

  tabs: {
    operation: 'Operation',
    'rate-limit': 'Rate limit',
    'model-related': 'Models',
    system: 'System',
    other: 'Site content',
  } satisfies Record<SettingsTab, string>,

  sections: {
    'operation/general': { title: 'General', hint: 'Links, display and the way this gateway is used.' },
    'operation/quota': { title: 'Quota', hint: 'What users are given, and how quota is counted.' },
    'operation/logs': { title: 'Logs', hint: 'What is written down about calls, and for how long it is kept.' },
    'operation/monitoring': { title: 'Monitoring', hint: 'What happens when a channel fails.' },
    'operation/drawing': { title: 'Drawing and tasks', hint: 'Midjourney and other work that takes a while.' },
    'operation/sensitive-words': { title: 'Sensitive words', hint: 'Words that may not pass the gate.' },
    'operation/dashboard': { title: 'Data dashboard', hint: 'The figures behind the dashboard’s charts.' },
    'operation/groups': { title: 'Groups', hint: 'Groups of users, what they pay and who may choose them.' },
    'operation/chats': { title: 'Chat clients', hint: 'Chat clients users can open with their own key.' },
    'operation/model-ratio': { title: 'Model prices', hint: 'Your own prices. They win over the built-in price list.' },
    'rate-limit/model-request': { title: 'Model requests', hint: 'How many model requests a user may make.' },
    'model-related/global': { title: 'All models', hint: 'How requests are handed on.' },
    'model-related/relay': {
      title: 'Time limits',
      hint: 'How long to wait for an upstream before it counts as failed.',
    },
    'model-related/gemini': { title: 'Gemini', hint: 'For channels of Google Gemini.' },
    'model-related/claude': { title: 'Claude', hint: 'For channels of Anthropic Claude.' },
    'system/general': { title: 'General', hint: 'Where this gateway is.' },
    'system/worker': { title: 'Worker', hint: 'A server that fetches from outside in this one’s place.' },
    'system/payment': { title: 'Payment', hint: 'How users buy quota online.' },
    'system/login': { title: 'Sign-in and registration', hint: 'Who may come in, and how.' },
    'system/email-domain': { title: 'E-mail domains', hint: 'Which addresses may register.' },
    'system/smtp': { title: 'Mail server', hint: 'Sends verification codes, password resets and warnings.' },
    'system/oidc': {
      title: 'OIDC',
      hint: 'The callback at your provider is the server address followed by /oauth/oidc.',
    },
    'system/github': { title: 'GitHub', hint: 'The OAuth app users sign in with.' },
    'system/linuxdo': { title: 'LINUX DO', hint: 'The app users sign in with.' },
    'system/wechat': { title: 'WeChat', hint: 'The server behind your official account.' },
    'system/telegram': { title: 'Telegram', hint: 'The bot users sign in with.' },
    'system/turnstile': { title: 'Turnstile', hint: 'Cloudflare’s check against robots.' },
    'other/content': { title: 'Site content', hint: 'What visitors see. Changes show at once.' },
  } satisfies Record<SettingsPlace, SectionWords>,

  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...other },
}
