import type { PlaygroundFormat } from '@tollgate/contract'
import type { ParameterName } from '../parameters.ts'

/** A picture or a file, in base64. */
export interface Attachment {
  kind: 'image' | 'file'
  name: string
  mime: string
  data: string
}

/** `name`: of the text file that the text was read from. */
export type Part = { kind: 'text'; text: string; name?: string } | Attachment

export interface ToolCall {
  id: string
  name: string
  /** JSON as the model wrote it. */
  arguments: string
  /** What Gemini wants back with the call. */
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

/** Whom a thread asks. `group`: empty: the user's own. */
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

/** What the user says that the tools gave. */
export interface ToolMessage extends Node {
  role: 'tool'
  results: ToolResult[]
}

export interface AssistantMessage extends Node, Choice {
  role: 'assistant'
  text: string
  reasoning: string
  /** Proof of the reasoning that Anthropic's models want back. */
  signature?: string
  images: Attachment[]
  toolCalls: ToolCall[]
  /** `lost`: the page was closed while it came. */
  state: 'streaming' | 'done' | 'stopped' | 'failed' | 'lost'
  /** Why it ended, in the format's own word. */
  finish?: string
  error?: string
  usage: Usage
  /** Unix milliseconds. */
  startedAt: number
  /** Milliseconds from the start. */
  firstMs?: number
  totalMs?: number
  /** By which the log has its receipt. */
  requestId?: string
  /** In quota, as the log says. */
  charge?: number
}

export type Message = UserMessage | ToolMessage | AssistantMessage

/** The messages to one model: a tree, and the message at which the branch that is shown ends. */
export interface Thread extends Choice {
  messages: Record<string, Message>
  leaf: string | null
}

export interface Tool {
  name: string
  description: string
  /** A JSON schema, as text that may not be complete yet. */
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
  /** One, or two side by side. A second one is kept when it is hidden. */
  threads: Thread[]
  isCompared: boolean
}
