import { z } from 'zod'

/** What a channel's `setting` may hold; members it does not know are kept. */
export const channelSetting = z.looseObject({
  /** A proxy the upstream is reached through; empty: none. Its credentials stand in the address. */
  proxy: z
    .string()
    .trim()
    .refine(address => address === '' || isProxyAddress(address))
    .default(''),
  /** OpenAI Chat answers with the fields OpenAI documents, and no others. */
  force_format: z.boolean().default(false),
  /** OpenAI Chat answers with their reasoning inside the content. */
  thinking_to_content: z.boolean().default(false),
  /** Instructions for requests that have none. */
  system_prompt: z.string().default(''),
  /** They also stand before those a request has. */
  system_prompt_override: z.boolean().default(false),
  /** The client's own body goes upstream as it is. */
  pass_through_body_enabled: z.boolean().default(false),
})

export type ChannelSetting = z.output<typeof channelSetting>

const PROXY_PROTOCOLS: readonly string[] = ['http:', 'https:', 'socks5:', 'socks5h:']

function isProxyAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || !PROXY_PROTOCOLS.includes(url.protocol) || url.hostname === '') return false
  return !NO_ESCAPE.test(url.username + url.password)
}

/** What credentials hold besides themselves is escaped: `%40` for an `@`. */
const NO_ESCAPE = /%(?![0-9a-f]{2})/i

/** Statuses an upstream answers, each with the one to go by; both as numbers in text. */
export const statusCodeMapping = z.record(status(), status())

function status() {
  return z.coerce.string().regex(/^[1-5]\d\d$/)
}
