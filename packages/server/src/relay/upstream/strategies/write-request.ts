import {
  type AskedSearch,
  type CanonicalRequest,
  customToolsOf,
  type Loss,
  type MediaQuirks,
  mediaToFetch,
  replaceMedia,
  type TargetProtocol,
  upstreamDialects,
  withSystemPrompt,
  withThinkingOverride,
} from '@tollgate/gateway'
import { yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts'
import { asBody, writeBody } from '../../request/large-body/patch-in-turns.ts'
import { withUploads } from '../media/upload.ts'
import { defaultMaxTokens, mostTokens, withinLongestAnswer } from './output-limit.ts'
import { type OutgoingRequest, patched, type RequestPlan, withRelayErrors } from './request-strategy.ts'

/** Writes the canonical request in the upstream's dialect, with everything the channel changes in it. */
export async function writeRequest(
  outgoing: OutgoingRequest,
  { model, thinking, setting, patches }: RequestPlan,
  target: TargetProtocol,
) {
  const { envelope, options } = outgoing
  const { dialect, origin, quirks } = target
  if (envelope.isLarge) await outgoing.parsed()
  const shown = await withMedia(outgoing, quirks)
  const received = target.upload ? await withUploads(shown, target.upload, setting.proxy) : shown
  // Reading a large request takes long.
  if (envelope.isLarge) await yieldToEventLoop()
  const prompted = setting.system_prompt
    ? withSystemPrompt(received, setting.system_prompt, setting.system_prompt_override)
    : received
  const asked = thinking
    ? withThinkingOverride(prompted, thinking, {
        dialect,
        model,
        options,
        defaultMaxTokens: defaultMaxTokens(options, envelope.model, model),
      })
    : prompted
  const names = [envelope.model, model]
  const lowered: Loss[] = []
  const canonicalRequest = withinLongestAnswer(asked, dialect, options, names, lowered)
  const context = { model, origin, quirks, defaultMaxTokens: mostTokens(options, ...names) }
  const { body, losses } = withRelayErrors(() => upstreamDialects[dialect].writeRequest(canonicalRequest, context))
  losses.push(...lowered)
  const edits = patches(name => body[name], losses)
  // Converting a large request takes long.
  if (envelope.isLarge) await yieldToEventLoop()
  const written = envelope.isLarge ? await writeBody(body, edits, dialect) : patched(JSON.stringify(body), edits)
  return {
    ...asBody(written),
    losses,
    customTools: customToolsOf(canonicalRequest),
    search: searchAsked(canonicalRequest),
  }
}

/** The web search that a client asks of its upstream. */
function searchAsked({ tools }: CanonicalRequest): AskedSearch | undefined {
  if (!tools.some(tool => tool.type === 'server' && tool.kind === 'web_search')) return undefined
  return tools.every(({ type }) => type === 'server') ? 'alone' : 'beside'
}

/** Fetches media that the upstream does not fetch itself. */
async function withMedia(
  { canonicalRequest, fetchMedia }: OutgoingRequest,
  quirks: MediaQuirks | undefined,
): Promise<CanonicalRequest> {
  const request = canonicalRequest()
  const missing = mediaToFetch(request, quirks)
  return missing.length > 0 ? replaceMedia(request, await fetchMedia(missing)) : request
}
