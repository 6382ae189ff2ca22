import {
  estimateInput,
  type GeminiAddress,
  MalformedJson,
  readMembers,
  type ScannedObject,
  scanObject,
} from '@tollgate/gateway'
import { once } from './once.ts'
import { refuse } from './refusal.ts'
import type { RelayCall } from './relay-call.ts'

/** What the relay needs to know of a request; what is inside stays as the client wrote it. */
export interface Envelope {
  body: ScannedObject
  /** Estimated when first asked for. */
  inputTokens(): number
  model: string
  isStream: boolean
  /** The client wants the usage frame itself. */
  wantsUsage: boolean
  /** The most tokens the client allows the answer, when it says. */
  maxTokens: number | undefined
  /** How many answers to one prompt. */
  choices: number
  reasoningEffort: string | undefined
}

/** @throws Refusal */
export function readEnvelope(text: string, { endpoint, address }: RelayCall): Envelope {
  try {
    const body = scanObject(text)
    const {
      model = endpoint.defaultModel,
      maxTokens,
      choices,
      reasoningEffort,
      ...said
    } = address ? saidByPath(address, body) : saidByBody(body)
    if (typeof model !== 'string' || model.trim() === '') throw refuse('model_missing')
    return {
      body,
      inputTokens: once(() => estimateInput(text)),
      model,
      ...said,
      maxTokens: maxTokens.find(isCount),
      choices: isCount(choices) ? choices : 1,
      reasoningEffort: typeof reasoningEffort === 'string' ? reasoningEffort : undefined,
    }
  } catch (error) {
    if (error instanceof MalformedJson) throw refuse('body_not_json', { reason: error.message })
    throw error
  }
}

/** As the client wrote it, unchecked. */
interface Said {
  model?: unknown
  isStream: boolean
  wantsUsage: boolean
  /** The first that is a number counts. */
  maxTokens: unknown[]
  choices: unknown
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
    'reasoning_effort',
  ])
  return {
    model: members.model,
    isStream: members.stream === true,
    wantsUsage: objectOrEmpty(members.stream_options).include_usage === true,
    maxTokens: [members.max_completion_tokens, members.max_tokens, members.max_output_tokens],
    choices: members.n,
    reasoningEffort: members.reasoning_effort,
  }
}

/** Gemini's requests name model and manner in the path, the rest in `generationConfig`, in either spelling. */
function saidByPath({ model, stream }: GeminiAddress, body: ScannedObject): Said {
  const members = readMembers(body, ['generationConfig', 'generation_config'])
  const config = objectOrEmpty(members.generationConfig ?? members.generation_config)
  const thinking = objectOrEmpty(config.thinkingConfig ?? config.thinking_config)
  return {
    model,
    isStream: stream,
    wantsUsage: true,
    maxTokens: [config.maxOutputTokens, config.max_output_tokens],
    choices: config.candidateCount ?? config.candidate_count,
    reasoningEffort: thinking.thinkingLevel ?? thinking.thinking_level,
  }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0
const objectOrEmpty = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
