import type { Attachment, Message, Usage } from '../conversation/types.ts'
import type { ParameterName, ParameterValues } from '../parameters.ts'
import type { Json, JsonObject } from './json.ts'

/** The page's request to a model, in no API format. */
export interface ModelRequest {
  model: string
  system: string
  /** Without tool calls that have no result. */
  messages: Message[]
  parameters: ParameterValues
  tools: { name: string; description: string; schema: JsonObject }[]
  isStreamed: boolean
}

/** A request in an API format. `path`: the one API clients call. */
export interface WrittenRequest {
  path: string
  body: JsonObject
}

/** A piece of an answer. `at`: the tool call it belongs to; null: a new one. */
export type Delta =
  | { kind: 'text' | 'reasoning' | 'signature' | 'finish' | 'error'; text: string }
  | { kind: 'tool'; at: number | null; id?: string; name?: string; arguments?: string; signature?: string }
  | { kind: 'image'; image: Attachment }
  | { kind: 'usage'; usage: Usage }

/** An API format: how to write its requests and read its answers. */
export interface Format {
  /** Its maker's name for it. */
  label: string
  /** The parameters it supports. */
  takes: readonly ParameterName[]
  write(request: ModelRequest): WrittenRequest
  /** One event of a stream. */
  readEvent(event: JsonObject): Delta[]
  readWhole(answer: JsonObject): Delta[]
}

export const textDelta = (kind: 'text' | 'reasoning' | 'signature' | 'finish' | 'error', text: string): Delta[] =>
  text === '' ? [] : [{ kind, text }]

/** The message of an error, wherever a format or a host puts it. */
export function errorText(error: Json | undefined): string {
  if (typeof error === 'string') return error
  const { message, code, type } = typeof error === 'object' && error !== null && !Array.isArray(error) ? error : {}
  return [message, code, type].map(word => (typeof word === 'string' ? word : '')).find(Boolean) ?? ''
}
