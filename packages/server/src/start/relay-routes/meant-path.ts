/**
 * Other spellings of a path, from clients whose base URL has an extra version, another version, or an API's prefix.
 * Applied in this order, each once. Other paths stay as they are.
 */
const SPELLINGS: readonly (readonly [from: RegExp, to: string])[] = [
  // Doubled and trailing slashes.
  [/\/{2,}/g, '/'],
  [/(?<=.)\/$/, ''],
  // A base URL that ends in /v1, and a client that adds its version.
  [/^\/v1(?=\/v1(?:alpha|beta)?\/)/, ''],
  [/^\/v1alpha(?=\/)/, '/v1beta'],
  // https://ai.google.dev/gemini-api/docs/openai
  [/^\/v1beta\/openai(?=\/)/, '/v1'],
  // https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
  [/^\/openai\/v1(?=\/)/, '/v1'],
  [/^\/openai(?=\/(?!deployments\/))/, '/v1'],
]

/** A path of a routing table and the parameters in it. */
interface Place<Route> {
  /** The path as the table spells it. */
  path: string
  route: Route
  params: Record<string, string>
}

/**
 * Makes a function that finds the route which a path in another spelling clearly means, in a table whose paths may have
 * `:name` for one segment and end in `*`. null: none. It only returns routes of this table, so other spellings pass the
 * same checks.
 * @param routes without those that take all other paths below a version
 */
export function meantPaths<Route>(routes: Readonly<Record<string, Route>>): (path: string) => Place<Route> | null {
  const patterns = Object.entries(routes).map(([pattern, route]) => ({ wanted: pattern.split('/'), route }))
  const find = (path: string): Place<Route> | null => {
    const given = path.split('/')
    for (const { wanted, route } of patterns) {
      const params = paramsOf(wanted, given)
      if (params) return { path, route, params }
    }
    return null
  }
  return path => {
    const spelled = SPELLINGS.reduce((written, [from, to]) => written.replace(from, to), path)
    // OpenAI's clients include the version in the base URL, Anthropic's do not.
    return find(spelled) ?? find(`/v1${spelled}`)
  }
}

/** null: it is another path. */
function paramsOf(wanted: readonly string[], given: readonly string[]): Record<string, string> | null {
  const isOpen = wanted.at(-1) === '*'
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return null
  const params: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? ''
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = decoded(value)
    else if (segment !== value && !(isOpen && at === wanted.length - 1 && value !== '')) return null
  }
  return params
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
