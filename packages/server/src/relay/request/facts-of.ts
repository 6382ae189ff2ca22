import { type GeminiAddress, readMembers, type ScannedObject } from '@tollgate/gateway'
import type { RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { RequestFacts } from './frame.ts'

/**
 * Reads the facts in a body outside of its conversation.
 *
 * @throws ApiError | MalformedJson
 */
export function factsOf(body: ScannedObject, { address, endpoint }: RelayCall): RequestFacts {
  const {
    model = endpoint.defaultModel,
    isStream,
    wantsUsage,
    maxTokens,
    choices,
    reasoningEffort,
  } = address ? fieldsFromPath(address, body) : fieldsFromBody(body)
  if (typeof model !== 'string' || model.trim() === '') throw relayError('model_missing')
  return {
    model,
    isStream,
    wantsUsage,
    maxTokens: maxTokens.find(isCount),
    choices: countOf(choices),
    reasoningEffort: typeof reasoningEffort === 'string' ? reasoningEffort : undefined,
  }
}

const IN_BODY = [
  'model',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'n',
  'best_of',
  'reasoning_effort',
  'reasoning',
  'output_config',
  'stream_format',
  'generation_config',
] as const
const BESIDE_PATH = ['generationConfig', 'generation_config', 'parameters'] as const

/** Members that are parsed at once, and never long: these and those that name a conversation or say how to store it. */
const SHORT_MEMBERS: ReadonlySet<string> = new Set([
  ...IN_BODY,
  ...BESIDE_PATH,
  ...['metadata', 'prompt_cache_key', 'session_id', 'previous_response_id', 'previous_interaction_id'],
  ...['conversation', 'store', 'background', 'include', 'prediction', 'thinking', 'service_tier'],
])
const LONGEST_SHORT_MEMBER = 1024 * 1024

/** @throws ApiError if parsing a member at once would delay other calls */
export function refuseLongMembers(members: ScannedObject['members']): void {
  const long = members.find(
    ({ name, valueStart, valueEnd }) => SHORT_MEMBERS.has(name) && valueEnd - valueStart > LONGEST_SHORT_MEMBER,
  )
  if (long) throw relayError('body_too_complex', { limit: `1 MiB in ${long.name}` })
}

/** Fields of a request, unchecked. */
interface RequestFields {
  model?: unknown
  isStream: boolean
  wantsUsage: boolean
  /** Candidates for the output limit; the first number counts. */
  maxTokens: unknown[]
  /** Counts of answers, by field; the largest counts. */
  choices: (readonly [name: string, count: unknown])[]
  reasoningEffort: unknown
}

function fieldsFromBody(body: ScannedObject): RequestFields {
  const members = readMembers(body, IN_BODY)
  const config = objectOrEmpty(members.generation_config)
  return {
    model: members.model,
    // the speech endpoint has a field of its own
    isStream: isTrue('stream', members.stream) || members.stream_format === 'sse',
    wantsUsage: objectOrEmpty(members.stream_options).include_usage === true,
    maxTokens: [members.max_completion_tokens, members.max_tokens, members.max_output_tokens, config.max_output_tokens],
    choices: [
      ['n', members.n],
      ['best_of', members.best_of],
    ],
    // of Chat, Responses, Messages and Interactions
    reasoningEffort:
      members.reasoning_effort ??
      objectOrEmpty(members.reasoning).effort ??
      objectOrEmpty(members.output_config).effort ??
      config.thinking_level,
  }
}

/**
 * Some upstreams also stream for 1 or "true". Their usage would be missing, because the gateway would not ask for it.
 *
 * @throws ApiError unless it is true, false or missing
 */
function isTrue(name: string, value: unknown): boolean {
  if (value !== undefined && value !== null && typeof value !== 'boolean')
    throw relayError('member_not_boolean', { name })
  return value === true
}

/** Gemini requests name model and method in the path, the rest in `generationConfig` (either spelling) or Imagen's `parameters`. */
function fieldsFromPath({ model, stream }: GeminiAddress, body: ScannedObject): RequestFields {
  const members = readMembers(body, BESIDE_PATH)
  const config = objectOrEmpty(members.generationConfig ?? members.generation_config)
  const thinking = objectOrEmpty(config.thinkingConfig ?? config.thinking_config)
  return {
    model,
    isStream: stream,
    wantsUsage: true,
    maxTokens: [config.maxOutputTokens, config.max_output_tokens],
    choices: [
      ['candidateCount', config.candidateCount],
      ['candidate_count', config.candidate_count],
      ['sampleCount', objectOrEmpty(members.parameters).sampleCount],
    ],
    reasoningEffort: thinking.thinkingLevel ?? thinking.thinking_level,
  }
}

/**
 * Checks how many answers a body asks for.
 *
 * @throws ApiError
 */
export const checkAnswerCounts = (member: (name: string) => unknown): void =>
  void countOf([
    ['n', member('n')],
    ['best_of', member('best_of')],
  ])

/** More answers than any upstream returns for one request. */
const MOST_ANSWERS = 128

/** @throws ApiError unless every count is a whole number from 1 to MOST_ANSWERS */
function countOf(choices: RequestFields['choices']): number {
  for (const [name, count] of choices) {
    if (count === undefined || count === null) continue
    if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MOST_ANSWERS) continue
    throw relayError('count_out_of_range', { name, most: MOST_ANSWERS })
  }
  return Math.max(1, ...choices.map(([, count]) => Number(count ?? 1)))
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0
const objectOrEmpty = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
