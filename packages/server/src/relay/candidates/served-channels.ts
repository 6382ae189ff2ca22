import {
  type Candidate,
  canServe,
  type Draw,
  type Format,
  isCount,
  listedNames,
  type Provider,
  type ProviderChannel,
  prepareDraw,
} from '@tollgate/gateway'
import type { Aliases } from '../../money/pricing/aliases.ts'
import { shareLoop } from '../../platform/process/yield-to-event-loop.ts'

/** The fields that decide which channels can serve a call. */
interface Servable extends ProviderChannel, Candidate {
  provider: Provider
  groups: ReadonlySet<string>
  models: ReadonlySet<string>
  upstreamModel(model: string): string
}

/** Group → model → its channels, highest priority first. */
export type GroupIndex<C extends Servable> = Map<string, Map<string, C[]>>

/** The channels that serve a model in a format. */
export interface Served<C extends Servable> {
  candidates: readonly C[]
  /** The channels that need no conversion; undefined: all of them or none. */
  speaking: ReadonlySet<C> | undefined
  /** undefined: there are too few channels to draw. */
  draw: Draw<C> | undefined
}

const NONE: Served<never> = { candidates: [], speaking: undefined, draw: undefined }
/** Limited, because callers may add any suffix to a name. */
const MOST_REMEMBERED = 20_000

/** Yields to other work: hundreds of channels may list thousands of models each. */
export async function indexByGroup<C extends Servable>(channels: readonly C[]): Promise<GroupIndex<C>> {
  const groups: GroupIndex<C> = new Map()
  const share = shareLoop()
  for (const channel of channels.toSorted((one, other) => other.priority - one.priority)) {
    await share.before()
    share.begins()
    for (const group of channel.groups) {
      const models = groups.get(group) ?? new Map<string, C[]>()
      groups.set(group, models)
      for (const model of channel.models) {
        const listed = models.get(model)
        if (listed) listed.push(channel)
        else models.set(model, [channel])
      }
    }
  }
  return groups
}

/** Makes the function that finds the channels for a call. It remembers results until the channels change. */
export function makeServedChannels<C extends Servable>(
  groups: GroupIndex<C>,
  { modelOf }: Pick<Aliases, 'modelOf'>,
): (group: string, model: string, format: Format) => Served<C> {
  const known = new Map<string, Served<C>>()
  return (group, model, format) => {
    const key = `${format} ${group}\n${model}`
    const remembered = known.get(key)
    if (remembered) return remembered
    const found = find(groups, group, modelOf(model), format)
    // do not remember names that callers invent
    if (found.candidates.length === 0) return found
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(key, found)
    return found
  }
}

function find<C extends Servable>(groups: GroupIndex<C>, group: string, model: string, format: Format): Served<C> {
  const models = groups.get(group)
  if (!models) return NONE
  const names = listedNames(model)
  const listed = [...new Set(names.flatMap(name => models.get(name) ?? []))]
  // the channels of a single name are already sorted
  if (names.length > 1) listed.sort((one, other) => other.priority - one.priority)
  const serving = listed.filter(channel => canServe(channel, format, nameUpstream(channel, model)))
  if (serving.length === 0)
    // where no upstream counts tokens, the gateway does
    return isCount(format) ? { ...NONE, candidates: listed.filter(({ provider }) => provider.target) } : NONE
  const own = serving.filter(channel =>
    channel.provider.nativeFormats(nameUpstream(channel, model), channel).has(format),
  )
  const isMixed = own.length > 0 && own.length < serving.length
  const speaking = isMixed ? new Set(own) : undefined
  return { candidates: serving, speaking, draw: prepareDraw(serving, speaking && (channel => speaking.has(channel))) }
}

/** Returns the requested name if the mapping is cyclic; the call is refused later, when its request is written. */
function nameUpstream(channel: Servable, model: string): string {
  try {
    return channel.upstreamModel(model)
  } catch {
    return model
  }
}
