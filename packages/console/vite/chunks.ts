/** What a page of the way in needs beside the frame. */
const SIGN_IN =
  /antd\/es\/(input|divider)\/|console\/src\/(pages\/login\/|components\/(auth-card|identity-buttons|use-turnstile|identities\/use-))/
/** Of forms; the frame has a few words with them. */
const FORM_CORE = /@rc-component\/(async-validator|form\/es)\/(?!(Form|Field|List)Context)/
const ICONS = /@ant-design\/icons(-svg)?\/es\/(icons|asn)\//
/** The words before a sign-in, by language. */
const FIRST_WORDS =
  /console\/src\/phrases\/(\w\w)\/(first|call|components|identities|layout|limits|login|not-found|register|reset|security|session|try-it)\.ts/
/** Words of other pages that travel together: those of one page, or of few words. */
const WORDS = {
  channels: /phrases\/(\w\w)\/channel[\w-]*\.ts/,
  tasks: /phrases\/(\w\w)\/(tasks|drawings)\.ts/,
  site: /phrases\/(\w\w)\/(settings|alerts|prices|books|jobs|setup)\.ts/,
  own: /phrases\/(\w\w)\/(personal|wallet)\.ts/,
  few: /phrases\/(\w\w)\/(about|api-docs|chat|pricing|home)\.ts/,
}
const MARKDOWN = /node_modules\/(marked|dompurify)\//
const LIST = /console\/src\/components\/data-table\/(?!row-menu)/
/** Small parts of many pages, without what opens over them. */
const COMMON =
  /console\/src\/(lib|session|components)\/(?!live-events|use-live|labelled-switch|channel-filter|form-|loading-|json-|secret-|quick-|quota-input|period-limit|repeated-|task|use-task|time-range|asked-range|text-dialog|identities|confirm-identity|sanitised|opened-menu|opened-popover|hint\/tip)|antd\/es\/alert\//
/** Of pages that change while they are looked at. */
const LIVE = /console\/src\/(lib\/(live-events|use-live)|components\/(labelled-switch|channel-filter|asked-range))/
/** What leads an operator to the first receipt, on the pages where that is done. */
const STEPS = /console\/src\/pages\/first-steps\/(?!try-it)/
/** What opens beside what was pressed or pointed at, and small parts of whatever opens. */
const POPUP =
  /@rc-component\/(trigger|portal|tooltip|overflow)\/|antd\/es\/(tooltip|popover|space|_util|style\/motion)\//
const SELECT = /@rc-component\/(select|virtual-list)\/|antd\/es\/select\//
const DIALOG = /antd\/es\/(modal|drawer)\//
const FORM =
  /console\/src\/components\/(form-|loading-|quota-input|period-limit|json-|secret-|quick-)|antd\/es\/(form|input-number|radio)\//
const MENU = /antd\/es\/(menu|dropdown)\/|console\/src\/components\/(opened-menu|data-table\/row-menu)/
const TABS = /@rc-component\/tabs\/|antd\/es\/tabs\//
const CALENDAR = /antd\/es\/date-picker\//

/**
 * Which modules travel together, first come first served: a chunk takes what its modules need and no chunk above it has, so
 * that a chunk only ever needs those above. What is in none of them stays with its page.
 */
export const chunks = [
  { name: 'form-core', test: FORM_CORE, includeDependenciesRecursively: false },
  { name: 'frame', tags: ['$initial' as const] },
  { name: 'sign-in', test: SIGN_IN },
  { name: 'icons', test: ICONS, minShareCount: 3 },
  { name: (id: string) => `words-${FIRST_WORDS.exec(id)?.[1]}`, test: FIRST_WORDS },
  ...Object.entries(WORDS).map(([name, test]) => ({
    name: (id: string) => `words-${name}-${test.exec(id)?.[1]}`,
    test,
  })),
  { name: 'markdown', test: MARKDOWN },
  { name: 'list', test: LIST },
  { name: 'common', test: COMMON, minShareCount: 2 },
  { name: 'live', test: LIVE },
  { name: 'tag', test: /antd\/es\/tag\// },
  { name: 'steps', test: STEPS },
  { name: 'popup', test: POPUP },
  { name: 'select', test: SELECT },
  { name: 'menu', test: MENU },
  { name: 'skeleton', test: /antd\/es\/skeleton\// },
  { name: 'dialog', test: DIALOG },
  { name: 'tabs', test: TABS },
  { name: 'form', test: FORM },
  { name: 'calendar', test: CALENDAR },
]
