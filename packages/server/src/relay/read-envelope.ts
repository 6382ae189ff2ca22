import { MalformedJson, readMembers, type ScannedObject, scanObject } from '@tollgate/gateway'
import type { RelayEndpoint } from './endpoints.ts'
import { refuse } from './refusal.ts'

/** What the relay needs to know of a request; what is inside stays as the client wrote it. */
export interface Envelope {
  body: ScannedObject
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
export function readEnvelope(text: string, endpoint: RelayEndpoint): Envelope {
  try {
    const body = scanObject(text)
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
    const model = members.model ?? endpoint.defaultModel
    if (typeof model !== 'string' || model.trim() === '') throw refuse('model_missing')
    const limits = [members.max_completion_tokens, members.max_tokens, members.max_output_tokens]
    return {
      body,
      model,
      isStream: members.stream === true,
      wantsUsage: isObject(members.stream_options) && members.stream_options.include_usage === true,
      maxTokens: limits.find(isCount),
      choices: isCount(members.n) ? members.n : 1,
      reasoningEffort: typeof members.reasoning_effort === 'string' ? members.reasoning_effort : undefined,
    }
  } catch (error) {
    if (error instanceof MalformedJson) throw refuse('body_not_json', { reason: error.message })
    throw error
  }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
