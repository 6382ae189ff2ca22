import { CHANNEL_LIMITS, type Channel, type ChannelLimit, calls, splitList } from '@tollgate/contract'
import { readEntries } from '../../../components/entry-table/entries.ts'
import { changedList, type ListChange, listDifference } from '../../../components/many/list-change.ts'
import type { Planned } from '../../../components/many/planned.ts'
import { send } from '../../../lib/call.ts'
import { labelled } from '../../../lib/join-words.ts'
import { t } from '../../../phrases/index.ts'
import { limitOf, readSetting, withLimit } from '../limits/setting-limits.ts'

/** The changes to several channels; null and empty: unchanged. */
export interface ManyValues {
  priority: number | null
  weight: number | null
  models: ListChange
  groups: ListChange
  mapping: MappingChange
  limits: Partial<Record<ChannelLimit, number | undefined>>
}

/** JSON text whose members are added to each mapping, or that replaces it. */
export interface MappingChange {
  mode: 'add' | 'replace'
  text: string
}

export type ChannelFields = Partial<
  Pick<Channel, 'priority' | 'weight' | 'models' | 'group' | 'model_mapping' | 'setting' | 'tag'> & { status: 1 | 2 }
>

/** The fields of a channel that will change. Throws a `SyntaxError` for a mapping that is not JSON. */
export function changedFields(channel: Channel, values: ManyValues): ChannelFields {
  return onlyChanged(channel, {
    ...(values.priority !== null && { priority: values.priority }),
    ...(values.weight !== null && { weight: values.weight }),
    models: changedList(channel.models, values.models),
    group: changedList(channel.group, values.groups),
    ...(values.mapping.text.trim() !== '' && { model_mapping: changedMapping(channel.model_mapping, values.mapping) }),
    setting: changedLimits(channel.setting, values.limits),
  })
}

export const onlyChanged = (channel: Channel, fields: ChannelFields): ChannelFields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== channel[name as keyof ChannelFields]))

function changedMapping(before: string, { mode, text }: MappingChange): string {
  const given = JSON.parse(text) as object
  const kept = mode === 'add' && before.trim() !== '' ? (JSON.parse(before) as object) : {}
  const merged = { ...kept, ...given }
  // An equivalent mapping written differently stays unchanged.
  return before.trim() !== '' && JSON.stringify(JSON.parse(before)) === JSON.stringify(merged)
    ? before
    : JSON.stringify(merged, null, 2)
}

/** A limit that has the value already leaves the text as it is written. */
const changedLimits = (before: string, limits: ManyValues['limits']): string =>
  CHANNEL_LIMITS.reduce((text, name) => {
    const value = limits[name]
    return value === undefined || value === limitIn(text, name) ? text : withLimit(text, name, value)
  }, before)

const limitIn = (setting: string, name: ChannelLimit): number => limitOf(readSetting(setting), name)

/** Plans the changes of the channels that will differ. */
export const planChanges = (channels: readonly Channel[], fieldsOf: (channel: Channel) => ChannelFields): Planned[] =>
  channels.flatMap(channel => {
    const fields = fieldsOf(channel)
    return Object.keys(fields).length > 0 ? [planChange(channel, fields)] : []
  })

/** Neither the change nor its undo ever overwrites a concurrent change by somebody else. */
function planChange(channel: Channel, fields: ChannelFields): Planned {
  const { id, name } = channel
  const before = Object.fromEntries(Object.keys(fields).map(field => [field, channel[field as keyof ChannelFields]]))
  let { version } = channel
  const store = async (values: object) => {
    const stored = await send(calls.channels.update, { body: { ...values, id, version } })
    version = stored.version
  }
  return { name, lines: linesOf(channel, fields), apply: () => store(fields), undo: () => store(before) }
}

const LISTS = { models: 'models', group: 'group' } as const

function linesOf(channel: Channel, fields: ChannelFields): string[] {
  return (Object.keys(fields) as (keyof ChannelFields)[]).flatMap(field => {
    if (field === 'setting') return limitLines(channel.setting, fields.setting ?? '')
    if (field === 'model_mapping') {
      const difference = mappingDifference(channel.model_mapping, fields.model_mapping ?? '')
      return labelled(t('channels.form.json.model_mapping.label'), difference)
    }
    const title = t(`channels.columns.${field}`)
    if (field in LISTS)
      return labelled(title, listDifference(splitList(channel[field] as string), splitList(fields[field] as string)))
    return labelled(title, `${channel[field]} → ${fields[field]}`)
  })
}

/** `+ requested → sent, − gone`. */
const mappingDifference = (before: string, after: string): string => listDifference(stepsOf(before), stepsOf(after))

const stepsOf = (mapping: string): string[] =>
  (readEntries(mapping) ?? []).map(({ name, value }) => `${name} → ${value}`)

const limitLines = (before: string, after: string): string[] =>
  CHANNEL_LIMITS.filter(name => limitIn(before, name) !== limitIn(after, name)).map(name =>
    labelled(t(`limits.${name}`), `${limitIn(before, name)} → ${limitIn(after, name)}`),
  )
