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
  /** Tools the model does not know yet and the conversation has to load first. Only their own dialect writes them. */
  deferredTools?: OfferedTool[]
  parameters: RequestParameters
  /** Top-level members of the client's body that have no canonical name, under their names in `dialect`. */
  extras: Record<string, unknown>
  /** How another dialect expresses some of `extras`: for each extra, members by their paths. */
  related?: { dialect: string; extras: Readonly<Record<string, Record<string, unknown>>> }
  /** Members that no other dialect can express and without which the request makes no sense. */
  ownOnly?: { member: string; why: string; detail?: 'thread_unsupported_request' }
  /** The extra that refers to a part of the conversation stored only with the client's provider. */
  keptByProvider?: string
}

/** Tool results are in user turns; system and developer turns may be anywhere. */
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
  /** Native members that only its own dialect knows. */
  extras?: Record<string, unknown>
  native?: NativeTool
}

/** A tool that takes free text, optionally constrained by a grammar. */
export interface CustomTool {
  type: 'custom'
  name: string
  description?: string
  /** As OpenAI Responses writes it. */
  format?: unknown
  /** Native members that only its own dialect knows. */
  extras?: Record<string, unknown>
  native?: NativeTool
}

/** How its own dialect writes a tool that others express differently. */
export interface NativeTool {
  dialect: string
  /** Members to write in addition to or over the others; with a `type`, the whole tool. */
  value: Record<string, unknown>
  /** Its own dialect puts it in an item of the conversation rather than among the tools. */
  isInConversation?: true
}

/** A tool the upstream runs itself. */
export interface ServerTool {
  type: 'server'
  /** `web_search` for what every family offers; otherwise the dialect's own type name. */
  kind: string
  /** Id of the dialect `value` is written in. */
  dialect: string
  value: unknown
}

export type ToolChoice =
  | { type: 'auto' | 'none' | 'required' }
  | { type: 'tool'; name: string }
  /** Only these of the tools listed. */
  | { type: 'allowed'; names: string[]; required: boolean }

export type OutputFormat =
  | { type: 'text' }
  | { type: 'json' }
  | { type: 'json-schema'; name?: string; description?: string; schema: Record<string, unknown>; strict?: boolean }

export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/** How much to think before answering. The model decides absent members. */
export interface ReasoningRequest {
  /** `adaptive`: the model decides each time. */
  mode?: 'off' | 'on' | 'adaptive'
  effort?: Effort
  /** Tokens. */
  budget?: number
  /** Show no reasoning, or a summary (in the client's own word); absent: the upstream's default. */
  show?: string
  /** As the client wrote it, for its own dialect, if the members above do not express all of it. */
  native?: { dialect: string; value: Record<string, unknown> }
}

/**
 * Everything a request can ask for besides the conversation. Each dialect's `parameters.ts` decides how to write it.
 */
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
  /** The number of answers. */
  n?: number
  toolChoice?: ToolChoice
  parallelToolCalls?: boolean
  format?: OutputFormat
  reasoning?: ReasoningRequest
  /** `low`, `medium`, `high`. */
  verbosity?: string
  /** The kinds of output allowed: `text`, `audio`, `image`. */
  modalities?: string[]
  /** Voice and format of spoken answers, as OpenAI Chat writes them. */
  audio?: Record<string, unknown>
  serviceTier?: string
  /** The end user, for abuse detection. */
  user?: string
  metadata?: Record<string, unknown>
  /** Keep the answer at the provider. */
  store?: boolean
  /** Cache the conversation so far. */
  cache?: CacheMark
  cacheKey?: string
  /** As OpenAI writes it: `in_memory` or `24h`. */
  cacheRetention?: string
  /** Report usage at the end of a stream. */
  includeUsage?: boolean
}

export type ParameterName = keyof RequestParameters
