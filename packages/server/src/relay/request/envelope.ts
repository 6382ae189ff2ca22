import {
  estimateInput,
  type GeminiAddress,
  hasMark,
  type InputFacts,
  type MeteredCall,
  patchObject,
  type RequestMark,
  readMember,
  readMembers,
  readMembersOf,
  type ScannedObject,
  scanObject,
} from '@tollgate/gateway'

import type { RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import { asRequestError } from './as-request-error.ts'
import type { ContentFilter } from './content-filter.ts'
import { type Frame, frameOf, type RequestFacts } from './frame.ts'
import type { Inspected } from './large-body/inspect-body.ts'
import { inspectTextInThread } from './large-body/inspection-pool.ts'
import { type Form, readForm, type Sender } from './multipart/form.ts'
import { LONGEST_READ_AT_ONCE_BYTES, readBody } from './read-body.ts'

/** What pricing needs to know of a request. */
export type ChargedRequest = MeteredCall

/** What the relay needs to know of a request; the body itself stays as the client wrote it. */
export interface Envelope extends ChargedRequest, RequestFacts {
  /** The JSON body; of a form, its small fields as JSON. */
  body: ScannedObject
  /** The multipart form that is sent on instead of JSON; null: the body is JSON. */
  form: Form | null
  /** What it has in common with other calls. Null: it is a form, or too long, or of a format without a conversation. */
  frame: Frame | null
  /** Whether it contains a forbidden word; undefined: not searched yet. */
  hasForbiddenWords: boolean | undefined
  /** What its text says of the input's size; undefined: not searched yet. */
  inputFacts: InputFacts | undefined
  /** Whether its text may hold what changes how it is handled. */
  hasMark(mark: RequestMark): boolean
  /** Long enough that each pass over its text would delay other calls. */
  isLarge: boolean
}

/** @throws ApiError */
export async function readEnvelope(
  request: Request,
  call: RelayCall,
  contentFilter: ContentFilter,
  sender: Sender,
): Promise<Envelope> {
  const { endpoint, memory } = call
  const form = endpoint.form ? await readForm(request, endpoint, memory, sender) : null
  if (endpoint.sound && !form)
    throw relayError('body_not_form', { reason: 'its content type is not multipart/form-data' })
  const inspection = { format: endpoint.format, forbiddenWords: contentFilter.words() }
  const body = form?.text ?? (await readBody(request, inspection, memory, sender.steadiness))
  return typeof body === 'string' ? buildEnvelope(body, form, call) : buildEnvelope(body.text, form, call, body)
}

/**
 * Returns the envelope of a body that the gateway wrote from the client's.
 *
 * @throws ApiError
 */
export async function envelopeOf(text: string, call: RelayCall, contentFilter: ContentFilter): Promise<Envelope> {
  if (text.length <= LONGEST_READ_AT_ONCE_BYTES) return buildEnvelope(text, null, call)
  const inspection = { format: call.endpoint.format, forbiddenWords: contentFilter.words() }
  const inspected = await inspectTextInThread(text, inspection)
  return buildEnvelope(inspected.text, null, call, inspected)
}

/** @param inspected the result of inspecting a large body in a thread */
function buildEnvelope(text: string, form: Form | null, call: RelayCall, inspected?: Inspected): Envelope {
  const { endpoint, deployment } = call
  try {
    const scanned = inspected ?? scanObject(text, readMembersOf(endpoint.format))
    const body = deployment === undefined ? scanned : patchObject(scanned, { model: deployment })
    const frame = form || inspected ? null : frameOf(body, call, () => factsOf(body, call))
    return new ReadEnvelope(text, body, form, frame, frame?.facts ?? factsOf(body, call), inspected)
  } catch (error) {
    throw asRequestError(error)
  }
}

/** A class, because every call has one: its closures would cost more than their work. */
class ReadEnvelope implements Envelope {
  readonly model: string
  readonly isStream: boolean
  readonly wantsUsage: boolean
  readonly maxTokens: number | undefined
  readonly choices: number
  readonly reasoningEffort: string | undefined
  readonly hasForbiddenWords: boolean | undefined
  readonly inputFacts: InputFacts | undefined
  readonly isLarge: boolean
  private tokens: number | undefined

  constructor(
    readonly text: string,
    readonly body: ScannedObject,
    readonly form: Form | null,
    readonly frame: Frame | null,
    facts: RequestFacts,
    private readonly inspected: Inspected | undefined,
  ) {
    this.model = facts.model
    this.isStream = facts.isStream
    this.wantsUsage = facts.wantsUsage
    this.maxTokens = facts.maxTokens
    this.choices = facts.choices
    this.reasoningEffort = facts.reasoningEffort
    this.hasForbiddenWords = inspected?.hasForbiddenWords
    this.inputFacts = inspected?.inputFacts
    this.isLarge = inspected !== undefined
    this.tokens = inspected?.inputTokens
  }

  // These three are handed on without their envelope.
  readonly member = (name: string): unknown => readMember(this.body, name)
  readonly hasMark = (mark: RequestMark): boolean => this.inspected?.marks.includes(mark) ?? hasMark(this.text, mark)
  readonly inputTokens = (): number => {
    this.tokens ??= estimateInput(this.text)
    return this.tokens
  }

  get soundSeconds(): number {
    return this.form?.soundSeconds() ?? 0
  }

  get files(): number {
    return this.form?.files() ?? 0
  }
}

/** @throws ApiError | MalformedJson */
function factsOf(body: ScannedObject, { address, endpoint }: RelayCall): RequestFacts {
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
  const members = readMembers(body, [
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
  ])
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
    // of Chat, of Responses, of Messages, of Interactions
    reasoningEffort:
      members.reasoning_effort ??
      objectOrEmpty(members.reasoning).effort ??
      objectOrEmpty(members.output_config).effort ??
      config.thinking_level,
  }
}

/**
 * Some upstreams stream where this says 1 or "true"; unasked, such a stream tells no usage.
 *
 * @throws ApiError unless it is true, false or missing
 */
function isTrue(name: string, value: unknown): boolean {
  if (value !== undefined && value !== null && typeof value !== 'boolean')
    throw relayError('member_not_boolean', { name })
  return value === true
}

/** Gemini requests have model and method in the path, the rest in `generationConfig` in either spelling, or in Imagen's `parameters`. */
function fieldsFromPath({ model, stream }: GeminiAddress, body: ScannedObject): RequestFields {
  const members = readMembers(body, ['generationConfig', 'generation_config', 'parameters'])
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

/** More answers to one request than any upstream returns. */
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
