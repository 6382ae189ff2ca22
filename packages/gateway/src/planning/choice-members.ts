/**
 * Members by which a client chooses another model, or a dearer provider of the same one, than it is charged for: one
 * line each, by the name in the form of `plainName`.
 */

/** What happens to a member if choices are not allowed. */
export type ChoiceRule =
  | 'removed'
  | 'kept'
  /** Members inside it are looked up in another table. */
  | { inside: ChoiceTable }
  /** It is a list whose objects are removed one by one. */
  | { items: 'plugins' | 'tools' }

export interface ChoiceTable {
  rules: ReadonlyMap<string, ChoiceRule>
  /** What happens to members without an entry; absent: they stay. */
  others?: ChoiceRule
}

/** A name without case and separators: hosts take `serviceTier`, `service_tier` and sometimes `Service_Tier`. */
export const plainName = (name: string): string =>
  name.length > LONGEST_NAME ? '' : name.toUpperCase().toLowerCase().replace(/[_-]/g, '')

/** Twice the longest name in the tables. */
const LONGEST_NAME = 64

const removed = (list: string): [string, ChoiceRule][] =>
  list
    .trim()
    .split(/\s+/)
    .map(name => [name, 'removed'])

/** https://openrouter.ai/docs/api-reference/overview: `transforms` prefer models with a longer context */
const OPENROUTER = removed('models provider route preset transforms')
/**
 * https://docs.litellm.ai/docs/proxy/reliability, https://docs.litellm.ai/docs/proxy/clientside_auth,
 * https://docs.litellm.ai/docs/proxy/tag_routing
 */
const LITELLM = removed(`
  fallbacks contextwindowfallbacks contentpolicyfallbacks contextwindowfallbackdict defaultfallbacks modellist
  customllmprovider apibase baseurl apikey apiversion userconfig routersettings litellmparams modelgroup
  deploymentid specificdeployment tags vertexlocation vertexproject vertexcredentials awsregionname regionname extraheaders headers`)
/** Of Portkey, Eden AI, Requesty and others. */
const OTHER_ROUTERS = removed('providers fallbackmodels fallbackmodel fallbackproviders routing router targets engine')

/** Members that tell a host how fast, how reliably or where to serve: some cost more, and none has a known price. */
const SERVICE_LEVELS = removed('servicetier speed inferencegeo performanceconfig')

/** https://vercel.com/docs/ai-gateway/models-and-providers/provider-options: the options that choose nothing */
const GATEWAY_HARMLESS = ['user', 'tags', 'zerodataretention', 'disallowprompttraining', 'caching', 'quotaentityid']
const gatewayOptions: ChoiceTable = {
  rules: new Map(GATEWAY_HARMLESS.map(name => [name, 'kept'])),
  others: 'removed',
}

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference#generationconfig */
const generationConfig: ChoiceTable = { rules: new Map(removed('routingconfig modelselectionconfig modelconfig')) }

const body = new Map<string, ChoiceRule>([
  ...OPENROUTER,
  ...LITELLM,
  ...OTHER_ROUTERS,
  ['plugins', { items: 'plugins' }],
  ['tools', { items: 'tools' }],
  ['generationconfig', { inside: generationConfig }],
])

/** Bodies inside a body, which some hosts merge into it; the model is named outside. */
const nested: ChoiceTable = { rules: new Map([...body, ...SERVICE_LEVELS, ...removed('model')]) }
const providerOptions: ChoiceTable = {
  rules: new Map([['gateway', { inside: gatewayOptions }]]),
  others: { inside: nested },
}
for (const rules of [body, nested.rules as Map<string, ChoiceRule>]) {
  rules.set('extrabody', { inside: nested })
  rules.set('provideroptions', { inside: providerOptions })
  rules.set('providermetadata', { inside: providerOptions })
}

/** The body itself, whose service levels have prices. */
export const BODY_CHOICES: ChoiceTable = { rules: body }

/** OpenRouter's plugins that choose no model. https://openrouter.ai/docs/features/plugins */
export const HARMLESS_PLUGINS: ReadonlySet<string> = new Set([
  'web',
  'file-parser',
  'response-healing',
  'context-compression',
])

/** Members by which a plugin, or a server-run tool, names the models it calls. */
export const NAMES_A_MODEL: ReadonlySet<string> = new Set([
  ...['model', 'models', 'allowedmodels', 'analysismodels', 'judgemodel', 'fallbacks', 'fallbackmodel', 'preset'],
])

/** Tools that work without the model they name; others are removed with it. */
export const TOOLS_WITH_USUAL_MODEL: ReadonlySet<string> = new Set(['image_generation'])

/** Tools that the client runs: names in their schemas are arguments. */
export const CLIENT_TOOLS: ReadonlySet<string> = new Set(['function', 'custom', 'namespace'])
