import { z } from 'zod'
import { channelHeaders } from './channel-headers.ts'
import { readProxy } from './proxy-address.ts'

/** The content of a channel's `setting`; unknown members are kept. */
export const channelSetting = z.looseObject({
  /** The proxy to the upstream, with credentials in its address; empty: none. */
  proxy: z
    .string()
    .trim()
    .refine(address => address === '' || readProxy(address) !== undefined)
    .default(''),
  /** Headers of its calls to the upstream, in place of the gateway's own with the same name. */
  headers: channelHeaders.default({}),
  /** OpenAI Chat responses contain only the fields that OpenAI documents. */
  force_format: z.boolean().default(false),
  /** OpenAI Chat responses include their reasoning in the content. */
  thinking_to_content: z.boolean().default(false),
  /** Instructions for requests that have none. */
  system_prompt: z.string().default(''),
  /** Whether they are also put before a request's own instructions. */
  system_prompt_override: z.boolean().default(false),
  /** The client's own body is sent upstream unchanged, except for a model that is not the charged one. */
  pass_through_body_enabled: z.boolean().default(false),
  /** Clients may choose other models and providers in members of a request: `models`, `provider`, `fallbacks`. */
  allow_model_choice: z.boolean().default(false),
  /** Service tiers, speeds and regions that cost more are not sent upstream, even if they have a price. */
  usual_service_only: z.boolean().default(false),
  /**
   * Members, parts, tools and addresses unknown to the gateway are not sent upstream; otherwise they hold the whole
   * context window.
   */
  known_parts_only: z.boolean().default(false),
  /** Concurrent calls; 0: no limit. */
  concurrency_limit: limit(),
  /** Calls per minute; 0: no limit. */
  rpm_limit: limit(),
  /** Input and output tokens per minute; 0: no limit. */
  tpm_limit: limit(),
})

export type ChannelSetting = z.output<typeof channelSetting>

function limit() {
  return z.int().min(0).max(1_000_000_000).default(0)
}

/** Maps an upstream's statuses to others; both are numbers as text. */
export const statusCodeMapping = z.record(status(), status())

function status() {
  return z.coerce.string().regex(/^[1-5]\d\d$/)
}
