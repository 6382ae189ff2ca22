import type { HostQuirks } from '../../canonical/host-quirks.ts'
import type { IdRule } from '../../canonical/tool-ids.ts'
import type { WriteRequestContext } from '../common/dialect.ts'

/** What hosts that speak Chat do otherwise than OpenAI. */
/** `type`: `thinking.type`; `flag`: `enable_thinking`; `router`: `reasoning`; the first two beside what measures it. */
export type ThinkingWords = 'effort' | 'type' | 'flag' | 'router'

export interface ChatQuirks extends HostQuirks {
  /** How it is told to think. Default: by `reasoning_effort` alone. */
  thinkingWords?: ThinkingWords
  /** The limit is called `max_completion_tokens`; else `max_tokens`. */
  maxCompletionTokens?: boolean
  /**
   * How earlier reasoning goes back, as plain content, as details that carry its signature, or as thoughts among the parts of
   * a message. Default: both content and details.
   */
  reasoningBack?: 'content' | 'details' | 'both' | 'parts' | 'none'
  /** Understands Anthropic's `cache_control` in messages and tools. */
  cacheControl?: boolean
  /** Knows no developer, only a system. */
  systemOnly?: boolean
  /** What it demands of a tool call's id. */
  callIds?: IdRule
  /** Files by address are called `document_url`. */
  documentUrl?: boolean
  /** Refuses `stream_options`, and reports its usage unasked. */
  usageUnasked?: boolean
  /** Takes pictures as bare base64, without the head of a data URL. */
  barePictures?: boolean
}

export type ChatRequestContext = WriteRequestContext<ChatQuirks>
