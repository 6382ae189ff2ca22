import {
  CHANNEL_STATUS,
  type ChannelSetting,
  channelSetting,
  type KeySpread,
  mapModel,
  statusCodeMapping,
  withoutTrailingSlashes,
} from '@tollgate/contract'
import type { Format, Provider, ProviderChannel } from '@tollgate/gateway'
import { listedNames, providerOf } from '@tollgate/gateway'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { type Aliases, NO_ALIASES } from '../../money/pricing/aliases.ts'
import type { ChangeEvents } from '../../platform/cluster/change-events.ts'
import { shareLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { ChannelRow, Tables } from '../../platform/storage/schema.ts'
import { openSetting } from './channel-setting.ts'
import { keyIdOf, openKeys } from './keys/stored-keys.ts'
import { type GroupIndex, indexByGroup, makeServedChannels, type Served } from './served-channels.ts'
import { withHeaders } from './with-headers.ts'

/** An enabled channel, ready to be called: its key decrypted, its JSON parsed. */
export interface OpenChannel extends ProviderChannel {
  id: number
  name: string
  priority: number
  weight: number
  provider: Provider
  /** Returns the upstream's name of a model. Throws ModelMappingCycle. */
  upstreamModel(model: string): string
  paramOverride: Readonly<Record<string, unknown>>
  /** Requests with more input tokens are not sent here; 0: no limit. */
  maxInputTokens: number
  setting: Readonly<ChannelSetting>
  /** Maps a status of the upstream to the one it counts as. */
  statusToGoBy(status: number): number
  groups: ReadonlySet<string>
  models: ReadonlySet<string>
  /** An upstream's error may disable it, or one of its keys. */
  autoBan: boolean
  /** Absent: it has one key. With several, `key` is the first. */
  keys?: ManyKeys
  /** If this is a channel with one of its several keys: that key's id, and the channel with all keys. */
  keyId?: string
  whole?: OpenChannel
}

/** One of several keys of a channel. */
export interface KeyOfChannel {
  /** Does not reveal the key. */
  id: string
  /** The channel with this as its key. */
  channel: OpenChannel
}

/** A channel that has several keys. */
export interface ManyKeys {
  spread: KeySpread
  all: readonly KeyOfChannel[]
}

export interface ChannelIndex {
  /** Returns the channels of a group that serve a model in a format, natively or converted, highest priority first. */
  candidates(group: string, model: string, format: Format): readonly OpenChannel[]
  /** Returns the same, with what is precomputed for choosing among them. */
  served(group: string, model: string, format: Format): Served<OpenChannel>
  /** Whether any channel, enabled or not, lists the model, in any group and format. */
  knows(model: string): boolean
  byId(id: number): OpenChannel | undefined
  /** Returns all channels of a group. */
  inGroup(group: string): OpenChannel[]
  /** Returns the models that enabled channels of the groups serve, sorted. */
  models(groups: Iterable<string>): string[]
}

/** Keeps every enabled channel in memory and reloads them when channels change. Leaves out a channel that cannot be opened. */
export async function makeChannelIndex(
  db: Kysely<Tables>,
  secrets: Secrets,
  changeEvents: ChangeEvents,
  log: Pick<Logger, 'error'>,
  aliases: Aliases = NO_ALIASES,
): Promise<ChannelIndex> {
  let channels = new Map<number, OpenChannel>()
  let groups: GroupIndex<OpenChannel> = new Map()
  let served = makeServedChannels(groups, aliases)
  let disabledModels: ReadonlySet<string> = new Set()

  const load = async () => {
    const rows = await db.selectFrom('channels').selectAll().where('status', '=', CHANNEL_STATUS.enabled).execute()
    const disabled = await db
      .selectFrom('channels')
      .select('models')
      .where('status', '!=', CHANNEL_STATUS.enabled)
      .execute()
    const namesOf = sharedLists()
    const opened: OpenChannel[] = []
    const share = shareLoop()
    for (const row of rows) {
      await share.before()
      share.begins()
      try {
        const channel = openChannel(row, secrets, namesOf, aliases)
        if (channel) opened.push(channel)
      } catch (error) {
        log.error({ err: error, channelId: row.id }, 'a channel cannot be opened and is left out; save its key anew')
      }
    }
    const newGroups = await indexByGroup(opened)
    disabledModels = new Set(disabled.flatMap(({ models }) => list(models)))
    channels = new Map(opened.map(channel => [channel.id, channel]))
    groups = newGroups
    served = makeServedChannels(groups, aliases)
  }
  // Reload one at a time, so that the last change is loaded last.
  let loading = load()
  changeEvents.on('channels', () => {
    loading = loading.then(load, load)
    return loading
  })
  // An alias may stand for another model now.
  changeEvents.on('options', () => {
    served = makeServedChannels(groups, aliases)
  })
  await loading

  return {
    candidates: (group, model, format) => served(group, model, format).candidates,
    served: (group, model, format) => served(group, model, format),
    knows: model =>
      listedNames(aliases.modelOf(model)).some(
        name => disabledModels.has(name) || channels.values().some(channel => channel.models.has(name)),
      ),
    byId: id => channels.get(id),
    inGroup: group => [...channels.values()].filter(channel => channel.groups.has(group)),
    models: wanted => [...new Set([...wanted].flatMap(group => [...(groups.get(group)?.keys() ?? [])]))].sort(),
  }
}

/** Makes a channel from its row, enabled or not; undefined: unknown type. Throws if its key cannot be read. */
export function openChannel(
  row: ChannelRow,
  secrets: Secrets,
  namesOf: (text: string) => ReadonlySet<string> = sharedLists(),
  aliases: Aliases = NO_ALIASES,
): OpenChannel | undefined {
  const provider = providerOf(row.type)
  if (!provider) return undefined
  const modelMapping = readObject(row.model_mapping) as Record<string, string>
  const statusCodes = statusCodeMapping.safeParse(readObject(row.status_code_mapping)).data ?? {}
  const [key = '', ...more] = openKeys(row, secrets)
  const setting =
    channelSetting.safeParse(readObject(openSetting(row.setting, secrets))).data ?? channelSetting.parse({})
  const channel: OpenChannel = {
    id: row.id,
    name: row.name,
    type: row.type,
    priority: row.priority,
    weight: row.weight,
    provider: withHeaders(provider, setting.headers),
    key,
    baseUrl: withoutTrailingSlashes(row.base_url || provider.baseUrl || ''),
    other: row.other,
    organization: row.openai_organization,
    upstreamModel: model => mapModel(modelMapping, aliases.modelOf(model)),
    paramOverride: readObject(row.param_override),
    maxInputTokens: row.max_input_tokens,
    setting,
    statusToGoBy: status => Number(statusCodes[status] ?? status),
    groups: namesOf(row.group),
    models: namesOf(row.models),
    autoBan: row.auto_ban === 1,
  }
  return row.key_spread === '' ? channel : withKeys(channel, [key, ...more], row.key_spread, secrets)
}

/** Gives a channel its keys, each as a channel of its own, so that what is cached by channel is cached by key too. */
export function withKeys(
  channel: OpenChannel,
  keys: readonly string[],
  spread: KeySpread,
  secrets: Pick<Secrets, 'fingerprint'>,
): OpenChannel {
  const whole: OpenChannel = { ...channel }
  const all = keys.map(key => {
    const keyId = keyIdOf(key, secrets)
    return { id: keyId, channel: { ...channel, key, keyId, whole } }
  })
  whole.keys = { spread, all }
  return whole
}

/** Makes one set for equal lists: channels often list the same thousands of models. */
function sharedLists(): (text: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return text => {
    const names = known.get(text) ?? new Set(list(text))
    known.set(text, names)
    return names
  }
}

const list = (commaJoined: string): string[] =>
  commaJoined
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)

/** Parses a JSON object. Anything else, as in a row edited by hand, counts as empty. */
/** Returns the object in a JSON text; empty if there is none: imported channels may contain anything. */
export function readObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
