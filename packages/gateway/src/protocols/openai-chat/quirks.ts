import type { HostQuirks } from '../../canonical/host-quirks.ts'
import type { IdRule } from '../../canonical/tool-ids.ts'
import type { WriteRequestContext } from '../common/dialect.ts'

/** `type`: `thinking.type`; `flag`: `enable_thinking`; `router`: `reasoning`; the first two with a member for the amount. */
export type ThinkingWords = 'effort' | 'type' | 'flag' | 'router'

export interface ChatQuirks extends HostQuirks {
  /** How it is told to think. Default: only by `reasoning_effort`. */
  thinkingWords?: ThinkingWords
  /** The limit is called `max_completion_tokens`; otherwise `max_tokens`. */
  maxCompletionTokens?: boolean
  /**
   * How earlier reasoning is sent back: as plain content, as details with its signature, or as thoughts among the parts of a
   * message. Default: both content and details.
   */
  reasoningBack?: 'content' | 'details' | 'both' | 'parts' | 'none'
  /** Understands Anthropic's `cache_control` in messages and tools. */
  cacheControl?: boolean
  /** It knows the system role but not the developer role. */
  systemOnly?: boolean
  /** Its rule for tool-call ids. */
  callIds?: IdRule
  /** Files by address are called `document_url`. */
  documentUrl?: boolean
  /** Refuses `stream_options`, and reports usage anyway. */
  usageUnasked?: boolean
  /** Takes images as bare base64, without the data URL prefix. */
  barePictures?: boolean
}

export type ChatRequestContext = WriteRequestContext<ChatQuirks>
