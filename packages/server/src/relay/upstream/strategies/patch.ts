import {
  type DialectId,
  dialects,
  type Format,
  type Loss,
  merge,
  observers,
  type Patches,
  patchObject,
  type ResponsePipeline,
  readMembers,
  reframed,
  renameModel,
  sameDialect,
  thinkingPatches,
  withThinkingOverride,
  writeGeminiAddress,
} from '@tollgate/gateway'
import type { RelayCall } from '../../relay-call.ts'
import {
  defaultMaxTokens,
  type OutgoingRequest,
  type RequestPlan,
  type RequestStrategy,
  streamsJson,
  type UpstreamBody,
  writing,
} from './strategy.ts'

/** Formats whose streams report usage only when asked to. */
const USAGE_ON_REQUEST: ReadonlySet<Format> = new Set(['openai-chat', 'openai-completions'])

/** The client's own bytes with the declared patches alone: the model's name, the usage frame, the channel's own. */
export const keep = (outgoing: OutgoingRequest): RequestStrategy => ({
  format: outgoing.call.endpoint.format,
  path: model => pathOf(outgoing.call, model),
  isConverted: false,
  keepsAnswer: true,
  write: plan => write(outgoing, plan),
})

/** Where a call in the client's own format goes. */
export const pathOf = ({ address, endpoint }: RelayCall, model: string): string =>
  address ? writeGeminiAddress({ ...address, model }) : endpoint.path

/** The upstream's own answer, without the usage that only we asked for. */
export function ownAnswer(outgoing: OutgoingRequest, { framing, passesBody }: RequestPlan): ResponsePipeline {
  const { call } = outgoing
  const hidesUsage = !passesBody && asksForUsage(outgoing)
  const pipeline = sameDialect(observers[call.endpoint.format], hidesUsage, streamsJson(call))
  return framing ? reframed(pipeline, framing) : pipeline
}

const asksForUsage = ({ call, envelope }: OutgoingRequest): boolean =>
  envelope.isStream && USAGE_ON_REQUEST.has(call.endpoint.format) && !envelope.wantsUsage

function write(outgoing: OutgoingRequest, plan: RequestPlan): UpstreamBody {
  const { call, envelope } = outgoing
  const { model, passesBody } = plan
  const { format } = call.endpoint
  const losses: Loss[] = []
  const overridden = overridePatches(outgoing, plan, losses)
  const patches: Patches = {
    ...(model !== envelope.model && renameModel(format, envelope.body, model)),
    ...(asksForUsage(outgoing) && { stream_options: merge({ include_usage: true }) }),
    ...overridden,
    ...plan.patches(name => (name in overridden ? overridden[name] : readMembers(envelope.body, [name])[name]), losses),
  }
  const scanned = passesBody || Object.keys(patches).length === 0 ? envelope.body : patchObject(envelope.body, patches)
  return {
    body: scanned.text,
    scanned,
    pipeline: ownAnswer(outgoing, plan),
    losses,
  }
}

/** What the model's name says of thinking, said in the body. */
function overridePatches(outgoing: OutgoingRequest, { model, thinking }: RequestPlan, losses: Loss[]): Patches {
  const { call, envelope, options } = outgoing
  const { format } = call.endpoint
  if (!thinking || !(format in dialects)) return {}
  const dialect = format as DialectId // see above
  const context = { dialect, model, options, defaultMaxTokens: defaultMaxTokens(options, envelope.model, model) }
  const canonicalRequest = withThinkingOverride(outgoing.canonicalRequest(), thinking, context)
  const overridden = writing(() => thinkingPatches(canonicalRequest, dialect, model, envelope.body))
  losses.push(...overridden.losses)
  return overridden.patches
}
