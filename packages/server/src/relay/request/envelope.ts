import {
  estimateInput,
  type GeminiAddress,
  type InputFacts,
  type MeteredCall,
  readMembers,
  readMembersOf,
  type ScannedObject,
  scanObject,
} from '@tollgate/gateway'

import type { Steadiness } from '../../http/steady-body.ts'
import { once } from '../../once.ts'
import { relayError } from '../errors/relay-error.ts'
import type { RelayCall } from '../relay-call.ts'
import { asRequestError } from './as-request-error.ts'
import type { ContentFilter } from './content-filter.ts'
import type { Inspected } from './large-body/inspect-body.ts'
import { type Form, readForm } from './multipart/form.ts'
import { readBody } from './read-body.ts'

/** What is known of a request that is to be charged. */
export type ChargedRequest = MeteredCall

/** What the relay needs to know of a request; what is inside stays as the client wrote it. */
export interface Envelope extends ChargedRequest {
  /** The JSON as the client wrote it; of a form, its small fields as JSON. */
  body: ScannedObject
  /** What goes on instead of the JSON. */
  form: Form | null
  isStream: boolean
  /** The client wants the usage frame itself. */
  wantsUsage: boolean
  /** As the client says it. */
  reasoningEffort: string | undefined
  /** Whether it says what it must not; undefined: nobody has looked yet. */
  saysForbidden: boolean | undefined
  /** What its text says of how much there is to read; undefined: nobody has looked yet. */
  inputFacts: InputFacts | undefined
  /** Each reading of its text is work that others wait for. */
  isLarge: boolean
}

/** @throws ApiError */
export async function readEnvelope(
  request: Request,
  call: RelayCall,
  contentFilter: ContentFilter,
  steadiness: Steadiness,
): Promise<Envelope> {
  const { endpoint, memory } = call
  const form = endpoint.form ? await readForm(request, endpoint, memory, steadiness) : null
  const asked = { format: endpoint.format, forbiddenWords: contentFilter.words() }
  const body = form?.text ?? (await readBody(request, asked, memory, steadiness))
  return typeof body === 'string' ? understand(body, form, call) : understand(body.text, form, call, body)
}

/** @param inspected what is known already, where the body was large */
function understand(
  text: string,
  form: Form | null,
  { endpoint, address }: RelayCall,
  inspected?: Inspected,
): Envelope {
  try {
    const body = inspected ?? scanObject(text, readMembersOf(endpoint.format))
    const {
      model = endpoint.defaultModel,
      maxTokens,
      choices,
      reasoningEffort,
      ...said
    } = address ? saidByPath(address, body) : saidByBody(body)
    if (typeof model !== 'string' || model.trim() === '') throw relayError('model_missing')
    return {
      body,
      form,
      text,
      member: name => readMembers(body, [name])[name],
      inputTokens: once(() => inspected?.inputTokens ?? estimateInput(text)),
      saysForbidden: inspected?.saysForbidden,
      inputFacts: inspected?.inputFacts,
      isLarge: inspected !== undefined,
      get soundSeconds() {
        return form?.soundSeconds() ?? 0
      },
      get files() {
        return form?.files() ?? 0
      },
      model,
      ...said,
      maxTokens: maxTokens.find(isCount),
      choices: countOf(choices),
      reasoningEffort: typeof reasoningEffort === 'string' ? reasoningEffort : undefined,
    }
  } catch (error) {
    throw asRequestError(error)
  }
}

/** As the client wrote it, unchecked. */
interface Said {
  model?: unknown
  isStream: boolean
  wantsUsage: boolean
  /** The first that is a number counts. */
  maxTokens: unknown[]
  /** How many answers, by the names that say so; the largest counts. */
  choices: (readonly [name: string, count: unknown])[]
  reasoningEffort: unknown
}

function saidByBody(body: ScannedObject): Said {
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
  ])
  return {
    model: members.model,
    // speech says it so
    isStream: members.stream === true || members.stream_format === 'sse',
    wantsUsage: objectOrEmpty(members.stream_options).include_usage === true,
    maxTokens: [members.max_completion_tokens, members.max_tokens, members.max_output_tokens],
    choices: [
      ['n', members.n],
      ['best_of', members.best_of],
    ],
    // as Chat says it, Responses, and Messages
    reasoningEffort:
      members.reasoning_effort ??
      objectOrEmpty(members.reasoning).effort ??
      objectOrEmpty(members.output_config).effort,
  }
}

/** Gemini's requests name model and manner in the path, the rest in `generationConfig`, in either spelling; Imagen's in `parameters`. */
function saidByPath({ model, stream }: GeminiAddress, body: ScannedObject): Said {
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

/** More answers to one request than any upstream gives. */
const MOST_ANSWERS = 128

/** @throws ApiError unless it is a whole number within reason */
function countOf(choices: Said['choices']): number {
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
