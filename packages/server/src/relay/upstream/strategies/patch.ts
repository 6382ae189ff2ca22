import {
  type DialectId,
  dialects,
  type Loss,
  merge,
  observers,
  type Patches,
  patchObject,
  protocols,
  type ResponsePipeline,
  reframed,
  renameModel,
  renamePassed,
  type ScannedObject,
  sameDialect,
  thinkingPatches,
  type WireFormat,
  withThinkingOverride,
  writeGeminiAddress,
} from '@tollgate/gateway'
import type { RelayCall } from '../../call/relay-call.ts'
import type { Envelope } from '../../request/envelope.ts'
import { asBody, patchInTurns } from '../../request/large-body/patch-in-turns.ts'
import { defaultMaxTokens, limitPatches } from './output-limit.ts'
import {
  type OutgoingRequest,
  type RequestPlan,
  type RequestStrategy,
  streamsJson,
  type UpstreamBody,
  withRelayErrors,
} from './request-strategy.ts'

/** Sends the client's own bytes with only these patches: the model's name, the usage frame, the channel's overrides. */
export const patch = (outgoing: OutgoingRequest): RequestStrategy => ({
  format: outgoing.call.endpoint.format,
  path: model => pathOf(outgoing.call, model),
  isConverted: false,
  keepsAnswer: true,
  write: plan => write(outgoing, plan),
})

/** The upstream path of a call in the client's own format. */
export const pathOf = ({ address, endpoint }: RelayCall, model: string): string =>
  address ? writeGeminiAddress({ ...address, model }) : endpoint.path

/** Passes on the upstream's own answer without a usage frame that only the gateway asked for. */
export function ownResponse(outgoing: OutgoingRequest, { framing, passesBody }: RequestPlan): ResponsePipeline {
  const { call } = outgoing
  const hidesUsage = !passesBody && asksForUsage(outgoing)
  const pipeline = sameDialect(observers[call.endpoint.format], hidesUsage, streamsJson(call))
  return framing ? reframed(pipeline, framing) : pipeline
}

const asksForUsage = ({ call, envelope }: OutgoingRequest): boolean =>
  envelope.isStream && protocols[call.endpoint.format].reportsUsageOnRequest === true && !envelope.wantsUsage

function write(outgoing: OutgoingRequest, plan: RequestPlan): UpstreamBody | Promise<UpstreamBody> {
  const { call, envelope } = outgoing
  const { model, passesBody } = plan
  const { format } = call.endpoint
  const losses: Loss[] = []
  const overridden = overridePatches(outgoing, plan, losses)
  const asked = memberOf(envelope, overridden)
  const limited = limitPatches(format, outgoing.options, [envelope.model, model], asked, losses)
  const patches: Patches = {
    ...renameModel(format, envelope.body, model, envelope.model),
    ...(asksForUsage(outgoing) && { stream_options: merge({ include_usage: true }) }),
    ...overridden,
    ...limited,
    ...plan.patches(memberOf(envelope, { ...overridden, ...limited }), losses),
  }
  const scanned = passesBody ? passedBody(outgoing, format, model) : patched(envelope, patches, format)
  const pipeline = ownResponse(outgoing, plan)
  return scanned instanceof Promise
    ? scanned.then(body => ({ ...asBody(body), scanned: body, pipeline, losses }))
    : { body: scanned.text, scanned, pipeline, losses }
}

/** The client's own body, which names no other model than the one that is charged, for a host that reads this format. */
export const passedBody = ({ envelope }: OutgoingRequest, format: WireFormat, model: string) =>
  patched(envelope, renamePassed(format, envelope.body, model, envelope.model), format)

function patched(
  { body, isLarge }: Envelope,
  patches: Patches,
  format: WireFormat,
): ScannedObject | Promise<ScannedObject> {
  if (Object.keys(patches).length === 0) return body
  return isLarge ? patchInTurns(body, patches, format) : patchObject(body, patches)
}

/** Reads a body with some members patched. */
const memberOf =
  ({ member }: Pick<Envelope, 'member'>, patches: Patches) =>
  (name: string): unknown =>
    name in patches ? patches[name] : member(name)

/** Returns the patches for the reasoning settings chosen by the model's name. */
function overridePatches(outgoing: OutgoingRequest, { model, thinking }: RequestPlan, losses: Loss[]): Patches {
  const { call, envelope, options } = outgoing
  const { format } = call.endpoint
  if (!thinking || !(format in dialects)) return {}
  const dialect = format as DialectId // see above
  const context = { dialect, model, options, defaultMaxTokens: defaultMaxTokens(options, envelope.model, model) }
  const canonicalRequest = withThinkingOverride(outgoing.canonicalRequest(), thinking, context)
  const overridden = withRelayErrors(() => thinkingPatches(canonicalRequest, dialect, model, envelope.body))
  losses.push(...overridden.losses)
  return overridden.patches
}
