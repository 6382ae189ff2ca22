import {
  type DialectId,
  dialects,
  type Format,
  followings,
  type Loss,
  merge,
  type Passage,
  type Patches,
  readMembers,
  reframed,
  renameModel,
  sameDialect,
  wishPatches,
  withWish,
  writeGeminiAddress,
} from '@tollgate/gateway'
import type { RelayCall } from '../relay-call.ts'
import {
  defaultMaxTokens,
  type Outgoing,
  patched,
  type Route,
  streamsJson,
  type Way,
  type Written,
  writing,
} from './way.ts'

/** Formats whose streams report usage only when asked to. */
const USAGE_ON_REQUEST: ReadonlySet<Format> = new Set(['openai-chat', 'openai-completions'])

/** The client's own bytes with the declared patches alone: the model's name, the usage frame, the channel's own. */
export const keep = (outgoing: Outgoing): Way => ({
  format: outgoing.call.endpoint.format,
  path: model => pathOf(outgoing.call, model),
  isConverted: false,
  keepsAnswer: true,
  write: route => write(outgoing, route),
})

/** Where a call in the client's own format goes. */
export const pathOf = ({ address, endpoint }: RelayCall, model: string): string =>
  address ? writeGeminiAddress({ ...address, model }) : endpoint.path

/** The upstream's own answer, without the usage that only we asked for. */
export function ownAnswer(outgoing: Outgoing, { framing, passesBody }: Route): Passage {
  const { call } = outgoing
  const hidesUsage = !passesBody && asksForUsage(outgoing)
  const passage = sameDialect(followings[call.endpoint.format], hidesUsage, streamsJson(call))
  return framing ? reframed(passage, framing) : passage
}

const asksForUsage = ({ call, envelope }: Outgoing): boolean =>
  envelope.isStream && USAGE_ON_REQUEST.has(call.endpoint.format) && !envelope.wantsUsage

function write(outgoing: Outgoing, route: Route): Written {
  const { call, envelope } = outgoing
  const { model, passesBody } = route
  const { format } = call.endpoint
  const losses: Loss[] = []
  const wished = wishedPatches(outgoing, route, losses)
  const patches: Patches = {
    ...(model !== envelope.model && renameModel(format, envelope.body, model)),
    ...(asksForUsage(outgoing) && { stream_options: merge({ include_usage: true }) }),
    ...wished,
    ...route.patches(name => (name in wished ? wished[name] : readMembers(envelope.body, [name])[name]), losses),
  }
  return {
    body: passesBody ? envelope.text : patched(envelope.text, patches, envelope.body),
    passage: ownAnswer(outgoing, route),
    losses,
  }
}

/** What the model's name says of thinking, said in the body. */
function wishedPatches(outgoing: Outgoing, { model, wish }: Route, losses: Loss[]): Patches {
  const { call, envelope, options } = outgoing
  const { format } = call.endpoint
  if (!wish || !(format in dialects)) return {}
  const dialect = format as DialectId // see above
  const context = { dialect, model, options, defaultMaxTokens: defaultMaxTokens(options, envelope.model, model) }
  const ask = withWish(outgoing.ask(), wish, context)
  const wished = writing(() => wishPatches(ask, dialect, model, envelope.body))
  losses.push(...wished.losses)
  return wished.patches
}
