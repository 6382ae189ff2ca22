import type { CacheMark, Part } from './parts.ts'

/** A request to a model, in no wire format. */
export interface CanonicalRequest {
  /** Id of the dialect it was read from. */
  dialect: string
  /** As the client named it. */
  model: string
  stream: boolean
  turns: Turn[]
  tools: Tool[]
  /** Tools the model is not told of yet: the conversation has to load them first. Only their own dialect writes them. */
  deferredTools?: OfferedTool[]
  parameters: RequestParameters
  /** Top-level members of the client's body that have no word here, in the words of `dialect`. */
  extras: Record<string, unknown>
  /** What of it no other dialect has a word for, and without which it would be another request. */
  ownOnly?: { member: string; why: string; detail?: 'thread_unsupported_request' }
  /** The extra that points at a part of the conversation only the client's provider has. */
  keptByProvider?: string
}

/** Tool results sit in user turns; system and developer turns may stand anywhere. */
export interface Turn {
  role: 'system' | 'developer' | 'user' | 'assistant'
  name?: string
  parts: Part[]
}

export type Tool = OfferedTool | ServerTool

/** A tool the client runs. */
export type OfferedTool = FunctionTool | CustomTool

export interface FunctionTool {
  type: 'function'
  name: string
  description?: string
  /** JSON Schema of the arguments; absent: no arguments. */
  schema?: Record<string, unknown>
  strict?: boolean
  cache?: CacheMark
  /** Native members nobody else knows, for its own dialect. */
  extras?: Record<string, unknown>
  native?: NativeTool
}

/** A tool that takes free text, perhaps bound by a grammar. */
export interface CustomTool {
  type: 'custom'
  name: string
  description?: string
  /** As OpenAI Responses writes it. */
  format?: unknown
  /** Native members nobody else knows, for its own dialect. */
  extras?: Record<string, unknown>
  native?: NativeTool
}

/** How its own dialect writes a tool, where others say the same in other words. */
export interface NativeTool {
  dialect: string
  /** Members to write beside or over the others; with a `type` among them the whole tool. */
  value: Record<string, unknown>
  /** Its own dialect has it in an item of the conversation, and not among the tools. */
  isInConversation?: true
}

/** A tool the upstream runs itself. */
export interface ServerTool {
  type: 'server'
  /** `web_search` for what every family offers; else the dialect's own type name. */
  kind: string
  /** Id of the dialect `value` is written in. */
  dialect: string
  value: unknown
}

export type ToolChoice =
  | { type: 'auto' | 'none' | 'required' }
  | { type: 'tool'; name: string }
  /** Only these, of all the tools named. */
  | { type: 'allowed'; names: string[]; required: boolean }

export type OutputFormat =
  | { type: 'text' }
  | { type: 'json' }
  | { type: 'json-schema'; name?: string; description?: string; schema: Record<string, unknown>; strict?: boolean }

export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/** How much to think before answering. What is absent is the model's own choice. */
export interface ReasoningRequest {
  /** `adaptive`: the model decides each time. */
  mode?: 'off' | 'on' | 'adaptive'
  effort?: Effort
  /** Tokens. */
  budget?: number
  /** Show none of it, a summary (in the client's own word), or what the upstream shows by default when absent. */
  show?: string
  /** As the client wrote it, for its own dialect, where that is not all said above. */
  native?: { dialect: string; value: Record<string, unknown> }
}

/** Everything that can be asked for besides the conversation. Each dialect's `parameters.ts` says what becomes of each. */
export interface RequestParameters {
  maxTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  minP?: number
  frequencyPenalty?: number
  presencePenalty?: number
  repetitionPenalty?: number
  seed?: number
  stop?: string[]
  logitBias?: Record<string, unknown>
  logprobs?: boolean
  topLogprobs?: number
  /** How many answers. */
  n?: number
  toolChoice?: ToolChoice
  parallelToolCalls?: boolean
  format?: OutputFormat
  reasoning?: ReasoningRequest
  /** `low`, `medium`, `high`. */
  verbosity?: string
  /** What the answer may hold: `text`, `audio`, `image`. */
  modalities?: string[]
  /** Voice and format of spoken answers, as OpenAI Chat writes them. */
  audio?: Record<string, unknown>
  serviceTier?: string
  /** The end user, for abuse control. */
  user?: string
  metadata?: Record<string, unknown>
  /** Keep the answer at the provider. */
  store?: boolean
  /** Cache the conversation so far, wherever it ends. */
  cache?: CacheMark
  cacheKey?: string
  /** As OpenAI writes it: `in_memory` or `24h`. */
  cacheRetention?: string
  /** Report usage at the end of a stream. */
  includeUsage?: boolean
}

export type ParameterName = keyof RequestParameters
