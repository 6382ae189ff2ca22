import {
  type CanonicalRequest,
  customToolsOf,
  type HostQuirks,
  mediaToFetch,
  replaceMedia,
  type TargetProtocol,
  upstreamDialects,
  withSystemPrompt,
  withThinkingOverride,
} from '@tollgate/gateway'
import { nextTurn } from '../share-loop.ts'
import { defaultMaxTokens, type OutgoingRequest, patched, type RequestPlan, writing } from './strategy.ts'

/** The request in the upstream's dialect, with all the channel makes of it. */
export async function writeRequest(
  outgoing: OutgoingRequest,
  { model, thinking, setting, patches }: RequestPlan,
  target: TargetProtocol,
) {
  const { envelope, options } = outgoing
  const { dialect, origin, quirks } = target
  const limit = defaultMaxTokens(options, envelope.model, model)
  const asked = await withMedia(outgoing, quirks)
  // reading a large one took long enough
  if (envelope.isLarge) await nextTurn()
  const prompted = setting.system_prompt
    ? withSystemPrompt(asked, setting.system_prompt, setting.system_prompt_override)
    : asked
  const canonicalRequest = thinking
    ? withThinkingOverride(prompted, thinking, { dialect, model, options, defaultMaxTokens: limit })
    : prompted
  const context = { model, origin, quirks, defaultMaxTokens: limit }
  const { body, losses } = writing(() => upstreamDialects[dialect].writeRequest(canonicalRequest, context))
  const wanted = patches(name => body[name], losses)
  return { body: patched(JSON.stringify(body), wanted), losses, customTools: customToolsOf(canonicalRequest) }
}

/** The request, with the data of what its upstream would not fetch itself. */
async function withMedia(
  { canonicalRequest, fetchMedia }: OutgoingRequest,
  quirks: HostQuirks | undefined,
): Promise<CanonicalRequest> {
  const asked = canonicalRequest()
  const missing = mediaToFetch(asked, quirks)
  return missing.length > 0 ? replaceMedia(asked, await fetchMedia(missing)) : asked
}
