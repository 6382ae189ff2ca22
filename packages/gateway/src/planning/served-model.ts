/** Aliases of models, by name without hosts, dates and versions. */
const ALIASES: Readonly<Record<string, string>> = {
  'gpt-35-turbo': 'gpt-3.5-turbo',
  'gpt-5.6': 'gpt-5.6-sol',
  'chatgpt-4o': 'gpt-4o',
  'compound-beta': 'compound',
  'deepseek-chat': 'deepseek-any',
  'deepseek-reasoner': 'deepseek-any',
}

/** Names that mean the newest model of a family. */
const NEWEST: Readonly<Record<string, string>> = { 'deepseek-any': 'deepseek' }

/** Names of routers: the upstream chooses a model for each request. */
const ROUTERS = /^(?:auto|router|.*-router)$/
/** Names for something the operator has set up at the upstream: endpoints, bots. */
const ENDPOINTS = /^(?:ep|bot)-/

/** Whether the upstream chooses the model for each request of this name. */
export const isRouterName = (name: string): boolean => ROUTERS.test(plainName(name))

/**
 * Returns whether an upstream served the requested model: dated snapshots, previews, other spellings and aliases of a
 * model are the same. A name that may mean any model accepts all models.
 */
export function isSameModel(asked: string, served: string): boolean {
  if (asked === served) return true
  const [wanted, got] = [plainName(asked), plainName(served)]
  if (wanted === '' || got === '' || ROUTERS.test(wanted) || ENDPOINTS.test(wanted)) return true
  const [name, other] = [ALIASES[wanted] ?? wanted, ALIASES[got] ?? got]
  return spelling(name) === spelling(other) || other.startsWith(NEWEST[name] ?? '\n')
}

/** Host prefixes, and suffixes that say how the model is run. */
const HOST_PREFIXES = /^(?:[a-z]{2,6}\.)?(?:anthropic|amazon|meta|mistral|cohere|deepseek|qwen|openai|ai21)\./
const VARIANTS = /:(?:free|nitro|floor|online|extended|beta|exacto|latest|thinking|default)$/
const VERSIONS: readonly RegExp[] = [
  /@[^@]*$/,
  /-v\d{1,2}:\d{1,2}(?::\d{1,4}k)?$/,
  /-(?:19|20)\d{2}-?\d{2}-?\d{2}$/,
  /-\d{2}-\d{2}$/,
  /-\d{2}-(?:19|20)\d{2}$/,
  /-\d{3,4}$/,
  /(?<=\d)-0$/,
  /-(?:latest|preview|exp|experimental|stable|it|instruct|beta)$/,
]

/** Without the host's prefix, variants, dates and versions. */
function plainName(name: string): string {
  const tuned = /^ft:([^:]+)/.exec(name)
  let plain = (tuned?.[1] ?? name).toLowerCase().slice(0, LONGEST_NAME)
  plain = plain.slice(plain.lastIndexOf('/') + 1).replace(HOST_PREFIXES, '')
  plain = plain.replace(VARIANTS, '')
  for (let before = ''; before !== plain; ) {
    before = plain
    for (const version of VERSIONS) plain = plain.replace(version, '')
  }
  return plain
}

const LONGEST_NAME = 200

/** Hosts differ in the order of a name's words and in their separators. */
const spelling = (name: string): string => (name.match(/[a-z]+|\d+/g) ?? []).toSorted().join(' ')
