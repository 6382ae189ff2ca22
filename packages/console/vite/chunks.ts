/** What the pages before sign-in need beside the frame. */
const SIGN_IN =
  /antd\/es\/(input|divider)\/|console\/src\/(pages\/login\/|components\/(auth-card|identity-buttons|use-turnstile|identities\/use-))/
/** The chunk with a third of the first visit's code, which the browser runs after the frame, in a task of its own. */
export const REACT_DOM = 'react-dom'
const DRAWS = /node_modules\/(react-dom|scheduler)\//
/** Of forms; the frame shares a few phrases with them. */
const FORM_CORE = /@rc-component\/(async-validator|form\/es)\/(?!(Form|Field|List)Context)/
const ICONS = /@ant-design\/icons(-svg)?\/es\/(icons|asn)\//
/** The phrases before a sign-in, by language. */
const FIRST_WORDS =
  /console\/src\/phrases\/([\w-]+)\/(first|call|components|identities|layout|limits|login|not-found|register|reset|security|session|try-it)\.ts/
/** Phrases of other pages that are loaded together: those of one page, or of few phrases. */
const WORDS = {
  channels: /phrases\/([\w-]+)\/channel[\w-]*\.ts/,
  tasks: /phrases\/([\w-]+)\/(tasks|drawings)\.ts/,
  site: /phrases\/([\w-]+)\/(settings|alerts|prices|books|jobs|setup)\.ts/,
  own: /phrases\/([\w-]+)\/(personal|wallet)\.ts/,
  few: /phrases\/([\w-]+)\/(about|api-docs|chat|pricing|home)\.ts/,
}
const MARKDOWN = /node_modules\/(marked|dompurify)\//
const LIST =
  /console\/src\/components\/data-table\/(?!row-menu|keep-view|opened-(views|chooser)|use-change-views|several-select|sort-select)/
/** Small parts of many pages, without overlays. */
const COMMON =
  /console\/src\/(lib|session|components)\/(?!many\/|data-table\/|live-events|use-live|labelled-switch|channels?-filter|names-filter|searched-select|form-|loading-|json-|secret-|quick-|quota-input|rights-|message-text|period-limit|repeated-|example\/|task|use-task|time-range|asked-range|text-dialog|reason-message|identities|confirm-identity|sanitised|opened-menu|opened-popover|hint\/tip)|antd\/es\/alert\//
/** For pages that update while they are open. */
const LIVE =
  /console\/src\/(lib\/(live-events|use-live)|components\/(labelled-switch|channels?-filter|names-filter|searched-select|asked-range))/
/** Guides an operator to the first receipt, on the pages where its steps are done. */
const STEPS = /console\/src\/pages\/first-steps\/(?!try-it)/
/** What opens beside the pressed or hovered element, and small parts of any overlay. */
const POPUP =
  /@rc-component\/(trigger|portal|tooltip|overflow)\/|antd\/es\/(tooltip|popover|space|_util|style\/motion)\//
const SELECT = /@rc-component\/(select|virtual-list)\/|antd\/es\/select\//
const DIALOG = /antd\/es\/(modal|drawer)\//
const FORM =
  /console\/src\/components\/(form-|loading-|quota-input|rights-|period-limit|json-|secret-|quick-)|antd\/es\/(form|input-number|radio)\//
const MENU = /antd\/es\/(menu|dropdown)\/|console\/src\/components\/(opened-menu|data-table\/row-menu)/
const TABS = /@rc-component\/tabs\/|antd\/es\/tabs\//
const CALENDAR = /antd\/es\/date-picker\//

/**
 * Which modules share a chunk. The first match counts: a chunk takes what its modules need and no chunk above it has, so that a
 * chunk only needs those above it. Modules in none of them stay with their page.
 */
export const chunks = [
  { name: REACT_DOM, test: DRAWS, includeDependenciesRecursively: false },
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
