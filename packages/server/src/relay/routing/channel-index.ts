import { CHANNEL_STATUS, type ChannelSetting, channelSetting, statusCodeMapping } from '@tollgate/contract'
import type { Format, Provider, ProviderChannel } from '@tollgate/gateway'
import { canServe, isCount, listedNames, mapModel, providerOf } from '@tollgate/gateway'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ChangeEvents } from '../../change-events.ts'
import { openSetting } from '../../channels/setting.ts'
import type { Secrets } from '../../secrets.ts'
import type { ChannelRow, Tables } from '../../storage/schema.ts'

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
  /** Longer requests are not sent here; 0: no limit. */
  maxInputTokens: number
  setting: Readonly<ChannelSetting>
  /** Maps a status of the upstream to the one it counts as. */
  statusToGoBy(status: number): number
  groups: ReadonlySet<string>
  models: ReadonlySet<string>
}

export interface ChannelIndex {
  /** Returns the channels of a group that serve a model in a format, natively or converted. */
  candidates(group: string, model: string, format: Format): readonly OpenChannel[]
  /** Whether any channel lists the model, in any group and format, disabled channels included. */
  knows(model: string): boolean
  byId(id: number): OpenChannel | undefined
  /** Returns the channels of a group, whatever they serve. */
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
): Promise<ChannelIndex> {
  let channels = new Map<number, OpenChannel>()
  let byGroupAndModel = new Map<string, OpenChannel[]>()
  let disabledModels: ReadonlySet<string> = new Set()

  const load = async () => {
    const rows = await db.selectFrom('channels').selectAll().where('status', '=', CHANNEL_STATUS.enabled).execute()
    const disabled = await db
      .selectFrom('channels')
      .select('models')
      .where('status', '!=', CHANNEL_STATUS.enabled)
      .execute()
    disabledModels = new Set(disabled.flatMap(({ models }) => list(models)))
    const opened = rows.flatMap(row => {
      try {
        return open(row, secrets) ?? []
      } catch (error) {
        log.error({ err: error, channelId: row.id }, 'a channel cannot be opened and is left out; save its key anew')
        return []
      }
    })
    channels = new Map(opened.map(channel => [channel.id, channel]))
    byGroupAndModel = new Map()
    for (const channel of opened) {
      for (const group of channel.groups) {
        for (const model of channel.models) {
          const key = keyOf(group, model)
          byGroupAndModel.set(key, [...(byGroupAndModel.get(key) ?? []), channel])
        }
      }
    }
  }
  // One reload after another, so that the last change is the last one loaded.
  let loading = load()
  changeEvents.on('channels', () => {
    loading = loading.then(load, load)
    return loading
  })
  await loading

  const listed = (group: string, model: string): OpenChannel[] => [
    ...new Set(listedNames(model).flatMap(name => byGroupAndModel.get(keyOf(group, name)) ?? [])),
  ]

  return {
    candidates(group, model, format) {
      const known = listed(group, model)
      const serving = known.filter(channel => canServe(channel, format, nameUpstream(channel, model)))
      // the gateway counts tokens where no upstream does
      return serving.length === 0 && isCount(format) ? known.filter(({ provider }) => provider.target) : serving
    },
    knows: model =>
      listedNames(model).some(
        name => disabledModels.has(name) || channels.values().some(channel => channel.models.has(name)),
      ),
    byId: id => channels.get(id),
    inGroup: group => [...channels.values()].filter(({ groups }) => groups.has(group)),
    models(groups) {
      const wanted = new Set(groups)
      const found = new Set<string>()
      for (const channel of channels.values()) {
        if (!wanted.isDisjointFrom(channel.groups)) for (const model of channel.models) found.add(model)
      }
      return [...found].sort()
    },
  }
}

const keyOf = (group: string, model: string): string => `${group}\n${model}`

/** A cyclic mapping has no result; the call is refused later, when its request is written for the channel. */
function nameUpstream(channel: OpenChannel, model: string): string {
  try {
    return channel.upstreamModel(model)
  } catch {
    return model
  }
}

function open(row: ChannelRow, secrets: Secrets): OpenChannel | undefined {
  const provider = providerOf(row.type)
  if (!provider) return undefined
  const modelMapping = readObject(row.model_mapping) as Record<string, string>
  const statusCodes = statusCodeMapping.safeParse(readObject(row.status_code_mapping)).data ?? {}
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    priority: row.priority,
    weight: row.weight,
    provider,
    key: secrets.decrypt(row.key_sealed),
    baseUrl: (row.base_url || provider.baseUrl || '').replace(/\/+$/, ''),
    other: row.other,
    organization: row.openai_organization,
    upstreamModel: model => mapModel(modelMapping, model),
    paramOverride: readObject(row.param_override),
    maxInputTokens: row.max_input_tokens,
    setting: channelSetting.safeParse(readObject(openSetting(row.setting, secrets))).data ?? channelSetting.parse({}),
    statusToGoBy: status => Number(statusCodes[status] ?? status),
    groups: new Set(list(row.group)),
    models: new Set(list(row.models)),
  }
}

const list = (commaJoined: string): string[] =>
  commaJoined
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)

/** Parses a JSON object; a row edited by hand that holds none counts as empty. */
function readObject(text: string): Record<string, unknown> {
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
