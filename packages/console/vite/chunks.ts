/** What a page of the way in needs beside the frame. */
const SIGN_IN =
  /antd\/es\/(input|divider)\/|console\/src\/(pages\/login\/|components\/(auth-card|identity-buttons|use-turnstile|identities\/use-))/
/** Of forms; the frame has a few words with them. */
const FORM_CORE = /@rc-component\/(async-validator|form\/es)\/(?!(Form|Field|List)Context)/
const ICONS = /@ant-design\/icons(-svg)?\/es\/(icons|asn)\//
/** The words before a sign-in, by language. */
const FIRST_WORDS =
  /console\/src\/phrases\/(\w\w)\/(first|call|components|identities|layout|login|not-found|register|reset|security|session)\.ts/
const CHARTS = /node_modules\/(echarts|zrender)\//
const MARKDOWN = /node_modules\/(marked|dompurify)\//
const LIST = /console\/src\/components\/data-table\/(?!row-menu)/
/** Small parts of many pages, without what opens over them. */
const COMMON =
  /console\/src\/(lib|session|components)\/(?!form-|json-|secret-|quick-|quota-input|period-limit|repeated-|task|use-task|time-range|text-dialog|identities|confirm-identity|sanitised|opened-menu|hint\/tip)|antd\/es\/(tag|tooltip|alert)\//
/** What leads an operator to the first receipt, on the pages where that is done. */
const STEPS = /console\/src\/pages\/first-steps\/(?!try-it)/
const DIALOG = /antd\/es\/(modal|drawer)\//
const FORM =
  /console\/src\/components\/(form-|quota-input|period-limit|json-|secret-|quick-)|antd\/es\/(form|input-number|radio|tabs)\//
const MENU = /antd\/es\/(menu|dropdown)\/|console\/src\/components\/(opened-menu|data-table\/row-menu)/
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
  { name: 'charts', test: CHARTS },
  { name: 'markdown', test: MARKDOWN },
  { name: 'list', test: LIST },
  { name: 'common', test: COMMON, minShareCount: 2 },
  { name: 'steps', test: STEPS },
  { name: 'menu', test: MENU },
  { name: 'dialog', test: DIALOG },
  { name: 'form', test: FORM },
  { name: 'calendar', test: CALENDAR },
]
