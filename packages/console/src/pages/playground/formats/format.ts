import type { Attachment, Message, Usage } from '../conversation/types.ts'
import type { ParameterName, ParameterValues } from '../parameters.ts'
import type { Json, JsonObject } from './json.ts'

/** What the page asks a model, in no API format. */
export interface ModelRequest {
  model: string
  system: string
  /** Without calls of tools that have no result. */
  messages: Message[]
  parameters: ParameterValues
  tools: { name: string; description: string; schema: JsonObject }[]
  isStreamed: boolean
}

/** A request in an API format. `path`: as API clients call it. */
export interface WrittenRequest {
  path: string
  body: JsonObject
}

/** A piece of an answer. `at`: which call of a tool it belongs to; null: one of its own. */
export type Delta =
  | { kind: 'text' | 'reasoning' | 'signature' | 'finish' | 'error'; text: string }
  | { kind: 'tool'; at: number | null; id?: string; name?: string; arguments?: string; signature?: string }
  | { kind: 'image'; image: Attachment }
  | { kind: 'usage'; usage: Usage }

/** An API format: how requests are written in it, and answers are read. */
export interface Format {
  /** By the name its maker gives it. */
  label: string
  /** The parameters it has a word for. */
  takes: readonly ParameterName[]
  write(request: ModelRequest): WrittenRequest
  /** One event of a stream. */
  readEvent(event: JsonObject): Delta[]
  readWhole(answer: JsonObject): Delta[]
}

export const textDelta = (kind: 'text' | 'reasoning' | 'signature' | 'finish' | 'error', text: string): Delta[] =>
  text === '' ? [] : [{ kind, text }]

/** The sentence of an error, wherever a format or a host puts it. */
export function errorText(error: Json | undefined): string {
  if (typeof error === 'string') return error
  const { message, code, type } = typeof error === 'object' && error !== null && !Array.isArray(error) ? error : {}
  return [message, code, type].map(word => (typeof word === 'string' ? word : '')).find(Boolean) ?? ''
}
