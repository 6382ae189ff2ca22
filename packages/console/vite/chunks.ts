/** What a page of the way in needs beside the frame. */
const SIGN_IN =
  /antd\/es\/(input|divider)\/|console\/src\/(pages\/login\/|components\/(auth-card|identity-buttons|use-turnstile|identities\/use-))/
/** What a form is made of; it comes when one is opened. */
const FORM =
  /console\/src\/components\/(form-|quota-input|period-limit|json-field|secret-field|labelled-switch|quick-values)|antd\/es\/(form|drawer|switch|input-number|radio|tabs)\//
const CALENDAR = /antd\/es\/date-picker\/|console\/src\/components\/(time-range|task-|use-task)/
/** Of forms; the frame has a few words with them. */
const FORM_CORE = /@rc-component\/(async-validator|form\/es)\/(?!(Form|Field|List)Context)/

/**
 * Which modules travel together, first come first served: a chunk takes what its modules need and no chunk above it has, so
 * that a chunk only ever needs those above. What is in none of them stays with its page.
 */
export const chunks = [
  { name: 'form', test: FORM_CORE, includeDependenciesRecursively: false },
  { name: 'frame', tags: ['$initial' as const] },
  { name: 'sign-in', test: SIGN_IN },
  { name: 'charts', test: /node_modules\/(echarts|zrender)\// },
  { name: 'markdown', test: /node_modules\/(marked|dompurify)\// },
  { name: 'list', test: /console\/src\/components\/data-table\// },
  { name: 'form', test: FORM },
  { name: 'calendar', test: CALENDAR },
  {
    name: 'common',
    test: /console\/src\/(components|lib|session|layout)\/|node_modules\/(antd|@rc-component|@ant-design)\/(?!.*locale)/,
    minShareCount: 2,
  },
]
