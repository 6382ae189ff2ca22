import { ABILITIES, type Ability } from '@tollgate/contract'
import { endpoints, type ModelFacts } from '@tollgate/gateway'
import type { Logger } from 'pino'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { Options } from '../../platform/options/index.ts'
import type { RelayEndpoint } from '../call/endpoints.ts'
import { newCall, type RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { ChannelIndex } from '../candidates/channel-index.ts'
import { errorResponse } from '../errors/error-response.ts'
import { groupsOf, statedGroup } from '../plan/group.ts'
import { mayCall } from '../plan/may-call.ts'
import { authenticate, callerKey } from '../request/authenticate.ts'
import type { CallLimits } from '../request/call-limits.ts'
import { callLimitOf } from '../request/call-limits.ts'
import { closeConnection } from '../request/close-connection.ts'
import type { TokenIdentity, TokenIndex } from '../request/token-index.ts'

/** Answers `GET …/models` and `GET …/models/{id}` with the models a token may call, in the client's dialect. */
interface Deps {
  tokens: TokenIndex
  callLimits: CallLimits
  options: Options
  channels: Pick<ChannelIndex, 'models'>
  prices: Pick<PriceBook, 'priceOf' | 'factsOf' | 'aliases'>
  log: Logger
  /** Unix seconds. */
  now(): number
}

export async function listModels(request: Request, clientIp: () => string, deps: Deps): Promise<Response> {
  const url = new URL(request.url)
  const { shape, ...dialect } = dialects.find(({ matches }) => matches(request.headers, url)) ?? openAi
  const call = newCall({ path: '/v1/models', ...dialect }, request.headers)
  try {
    const { identity } = await authenticate(callerKey(request, dialect.errors), clientIp, deps.now(), deps.tokens)
    await deps.callLimits.admit(identity, callLimitOf(statedGroup(identity, deps.options), deps.options))
    if (!(await deps.tokens.canPay(identity.userId))) throw relayError('balance_empty')
    const models = callableModels(identity, deps)
    const id = idIn(url.pathname)
    const told = (model: string): ToldModel => tellModel(model, deps.prices)
    if (id === null) return reply(call, shape.list(models.map(told)))
    const model = deps.prices.aliases.modelOf(id)
    if (!models.includes(model)) throw relayError('model_unknown', { model: id })
    return reply(call, shape.one(told(model)))
  } catch (error) {
    return closeConnection(errorResponse(call, error, deps.log).response)
  }
}

/** Returns the id after `/models/`; null: there is none. */
function idIn(pathname: string): string | null {
  const [, id = ''] = pathname.split(/\/models\/?(.*)/)
  if (id === '') return null
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function callableModels(identity: TokenIdentity, { options, channels, prices }: Deps): string[] {
  const showsUnpriced = identity.acceptsUnpricedModels || options.get('SelfUseModeEnabled')
  return channels
    .models(groupsOf(identity, options))
    .filter(model => mayCall(identity, model, prices.aliases))
    .filter(model => showsUnpriced || prices.priceOf(model) !== null)
}

const reply = (call: RelayCall, body: object): Response =>
  Response.json(body, { headers: { 'x-request-id': call.requestId } })

/** What the list says of a model. */
interface ToldModel extends Pick<ModelFacts, 'maker' | 'description' | 'contextWindow'> {
  id: string
  aliases: readonly string[]
  /** Those it is known to have. */
  abilities: Ability[]
}

function tellModel(id: string, { aliases, factsOf }: Deps['prices']): ToldModel {
  const { maker, description, contextWindow, abilities } = factsOf(id)
  return {
    id,
    aliases: aliases.aliasesOf(id),
    maker,
    description,
    contextWindow,
    abilities: ABILITIES.filter(ability => abilities[ability]),
  }
}

interface ListShape {
  list(models: readonly ToldModel[]): object
  one(model: ToldModel): object
}

/** Constant, because the operator's list has no dates. */
const CREATED = 1_626_777_600

const openAiShape: ListShape = {
  list: models => ({ object: 'list', data: models.map(openAiShape.one) }),
  one: ({ id, aliases, maker, description, contextWindow, abilities }) => ({
    id,
    object: 'model',
    created: CREATED,
    owned_by: 'tollgate',
    // What is unknown is left out.
    ...(maker && { maker }),
    ...(description && { description }),
    ...(contextWindow !== null && { context_window: contextWindow, context_length: contextWindow }),
    ...(abilities.length > 0 && { capabilities: abilities }),
    ...(aliases.length > 0 && { aliases }),
  }),
}

const anthropicShape: ListShape = {
  list: models => ({
    data: models.map(anthropicShape.one),
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
    has_more: false,
  }),
  one: ({ id, contextWindow }) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: new Date(CREATED * 1000).toISOString(),
    ...(contextWindow !== null && { max_input_tokens: contextWindow }),
  }),
}

const geminiShape: ListShape = {
  list: models => ({ models: models.map(geminiShape.one) }),
  one: ({ id, description, contextWindow }) => ({
    name: `models/${id}`,
    displayName: id,
    ...(description && { description }),
    ...(contextWindow !== null && { inputTokenLimit: contextWindow }),
    supportedGenerationMethods: id.includes('embed')
      ? ['embedContent', 'batchEmbedContents']
      : ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
}

interface ListDialect extends Omit<RelayEndpoint, 'path'> {
  shape: ListShape
  /** Whether a request comes from a client of this dialect. */
  matches(headers: Headers, url: URL): boolean
}

const openAi: ListDialect = {
  format: 'openai-chat',
  errors: endpoints['openai-chat'].errors,
  shape: openAiShape,
  matches: () => true,
}

/** Several dialects share these paths; the request tells which one it is. Any other client is OpenAI's. */
const dialects: readonly ListDialect[] = [
  {
    format: 'gemini',
    errors: endpoints.gemini.errors,
    shape: geminiShape,
    matches: (headers, { pathname, searchParams }) =>
      pathname.startsWith('/v1beta/') || headers.has('x-goog-api-key') || searchParams.has('key'),
  },
  {
    format: 'anthropic-messages',
    errors: endpoints['anthropic-messages'].errors,
    shape: anthropicShape,
    matches: headers => headers.has('anthropic-version'),
  },
]
