import type { PlaygroundFormat } from '@tollgate/contract'
import type { ParameterName } from '../parameters.ts'

/** An image or a file, in base64. */
export interface Attachment {
  kind: 'image' | 'file'
  name: string
  mime: string
  data: string
}

/** `name`: the text file it was read from. */
export type Part = { kind: 'text'; text: string; name?: string } | Attachment

export interface ToolCall {
  id: string
  name: string
  /** JSON as the model wrote it. */
  arguments: string
  /** Gemini requires it back with the call. */
  signature?: string
}

export interface ToolResult {
  callId: string
  name: string
  content: string
}

export interface Usage {
  input?: number
  cached?: number
  output?: number
  reasoning?: number
}

/** The model a thread asks. `group` empty: the user's own. */
export interface Choice {
  model: string
  group: string
  format: PlaygroundFormat
}

interface Node {
  id: string
  /** The message before it; null: it is the first. */
  parent: string | null
}

export interface UserMessage extends Node {
  role: 'user'
  parts: Part[]
}

/** Tool results as the user gives them. */
export interface ToolMessage extends Node {
  role: 'tool'
  results: ToolResult[]
}

export interface AssistantMessage extends Node, Choice {
  role: 'assistant'
  text: string
  reasoning: string
  /** Proof of the reasoning, which Anthropic's models require back. */
  signature?: string
  images: Attachment[]
  toolCalls: ToolCall[]
  /** `lost`: the page was closed while it was streaming. */
  state: 'streaming' | 'done' | 'stopped' | 'failed' | 'lost'
  /** The finish reason, in the format's own word. */
  finish?: string
  error?: string
  usage: Usage
  /** Unix milliseconds. */
  startedAt: number
  /** Milliseconds from the start. */
  firstMs?: number
  totalMs?: number
  /** The id of its receipt in the log. */
  requestId?: string
  /** In quota, according to the log. */
  charge?: number
}

export type Message = UserMessage | ToolMessage | AssistantMessage

/** The messages to one model: a tree, and the message at which the shown branch ends. */
export interface Thread extends Choice {
  messages: Record<string, Message>
  leaf: string | null
}

export interface Tool {
  name: string
  description: string
  /** A JSON schema, as text that may be incomplete. */
  schema: string
}

export interface Settings {
  system: string
  isStreamed: boolean
  parameters: Partial<Record<ParameterName, { isOn: boolean; value: number | string }>>
  tools: Tool[]
}

export interface Conversation {
  id: string
  title: string
  /** Unix milliseconds. */
  createdAt: number
  updatedAt: number
  settings: Settings
  /** One, or two side by side. A hidden second one is kept. */
  threads: Thread[]
  isCompared: boolean
}
