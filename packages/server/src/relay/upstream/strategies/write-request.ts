import {
  type CanonicalRequest,
  customToolsOf,
  type MediaQuirks,
  mediaToFetch,
  replaceMedia,
  type TargetProtocol,
  upstreamDialects,
  withSystemPrompt,
  withThinkingOverride,
} from '@tollgate/gateway'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import {
  defaultMaxTokens,
  type OutgoingRequest,
  patched,
  type RequestPlan,
  withRelayErrors,
} from './request-strategy.ts'

/** Writes the canonical request in the upstream's dialect, with everything the channel changes in it. */
export async function writeRequest(
  outgoing: OutgoingRequest,
  { model, thinking, setting, patches }: RequestPlan,
  target: TargetProtocol,
) {
  const { envelope, options } = outgoing
  const { dialect, origin, quirks } = target
  const limit = defaultMaxTokens(options, envelope.model, model)
  const received = await withMedia(outgoing, quirks)
  // Reading a large request has taken long.
  if (envelope.isLarge) await yieldToEventLoop()
  const prompted = setting.system_prompt
    ? withSystemPrompt(received, setting.system_prompt, setting.system_prompt_override)
    : received
  const canonicalRequest = thinking
    ? withThinkingOverride(prompted, thinking, { dialect, model, options, defaultMaxTokens: limit })
    : prompted
  const context = { model, origin, quirks, defaultMaxTokens: limit }
  const { body, losses } = withRelayErrors(() => upstreamDialects[dialect].writeRequest(canonicalRequest, context))
  const edits = patches(name => body[name], losses)
  return { body: patched(JSON.stringify(body), edits), losses, customTools: customToolsOf(canonicalRequest) }
}

/** Fetches the media that the upstream would not fetch itself. */
async function withMedia(
  { canonicalRequest, fetchMedia }: OutgoingRequest,
  quirks: MediaQuirks | undefined,
): Promise<CanonicalRequest> {
  const request = canonicalRequest()
  const missing = mediaToFetch(request, quirks)
  return missing.length > 0 ? replaceMedia(request, await fetchMedia(missing)) : request
}
