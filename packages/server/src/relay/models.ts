import { answerFailure } from './answer-failure.ts'
import { authenticate } from './authenticate.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { groupOf } from './group.ts'
import { refuse } from './refusal.ts'
import type { RelayDeps } from './relay.ts'
import { newCall, type RelayCall } from './relay-call.ts'
import type { Passport } from './token-index.ts'

/** Listing models follows the client: Anthropic's clients say so by their version header. */
const OPENAI_LIST: RelayEndpoint = { path: '/v1/models', format: 'openai-chat', errors: 'openai' }
const ANTHROPIC_LIST: RelayEndpoint = { path: '/v1/models', format: 'anthropic-messages', errors: 'anthropic' }

/** `GET /v1/models` and `GET /v1/models/{id}`: what this token may call, in the client's own shape. */
export async function answerModels(
  request: Request,
  clientIp: () => string,
  id: string | undefined,
  deps: RelayDeps,
): Promise<Response> {
  const speaksAnthropic = request.headers.has('x-api-key') && request.headers.has('anthropic-version')
  const shape = speaksAnthropic ? anthropicShape : openAiShape
  const call = newCall(speaksAnthropic ? ANTHROPIC_LIST : OPENAI_LIST, request.headers)
  try {
    const { passport } = await authenticate(request.headers, clientIp, deps.now(), deps.tokens)
    const models = callableModels(passport, deps)
    if (id === undefined) return reply(call, shape.list(models))
    if (!models.includes(id)) throw refuse('model_unknown', { model: id })
    return reply(call, shape.one(id))
  } catch (error) {
    return answerFailure(call, error, deps.log).response
  }
}

function callableModels(passport: Passport, { options, channels, prices }: RelayDeps): string[] {
  const group = groupOf(passport, options)
  const showsUnpriced = passport.acceptsUnpricedModels || options.get('SelfUseModeEnabled')
  return channels
    .models([group])
    .filter(model => passport.modelLimits?.has(model) ?? true)
    .filter(model => showsUnpriced || prices.priceOf(model) !== null)
}

const reply = (call: RelayCall, body: object): Response =>
  Response.json(body, { headers: { 'x-request-id': call.requestId } })

interface ListShape {
  list(models: readonly string[]): object
  one(model: string): object
}

/** The moment is made up: upstreams tell it, the operator's list does not. */
const CREATED = 1_626_777_600

const openAiShape: ListShape = {
  list: models => ({ object: 'list', data: models.map(openAiShape.one) }),
  one: model => ({ id: model, object: 'model', created: CREATED, owned_by: 'tollgate' }),
}

const anthropicShape: ListShape = {
  list: models => ({
    data: models.map(anthropicShape.one),
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
    has_more: false,
  }),
  one: model => ({ type: 'model', id: model, display_name: model, created_at: new Date(CREATED * 1000).toISOString() }),
}
