import {
  CHANNEL_STATUS,
  channelHeaders,
  channelSetting,
  type KeySpread,
  splitList,
  statusCodeMapping,
} from '@tollgate/contract'
import { z } from 'zod'
import { insertChannel } from '../../channels/channels/store.ts'
import { sealSetting } from '../../relay/candidates/channel-setting.ts'
import { setKeyStatus } from '../../relay/candidates/keys/key-state-store.ts'
import { keyIdOf, keysOf, sealKeys } from '../../relay/candidates/keys/stored-keys.ts'
import type { Source } from '../sources/source.ts'
import { type Cells, objectOf, readAll } from './cells.ts'
import { typeHere, UNKNOWN_TYPE } from './channel-types.ts'
import type { Generation } from './generation.ts'
import { type Move, takenIds } from './move.ts'

export type SourceChannel = ReturnType<typeof readChannel>

export const channelsOf = (source: Source, generation: Generation): SourceChannel[] =>
  readAll(source, 'channels', cells => readChannel(cells, generation))

const TEXTS = ['name', 'other', 'model_mapping', 'other_info', 'tag', 'param_override', 'test_model'] as const
const NUMBERS = ['weight', 'created_time', 'test_time', 'response_time', 'balance_updated_time', 'priority'] as const

function readChannel(cells: Cells, generation: Generation) {
  const config = cells.object('config')
  const named = cells.whole('type')
  const models = cells.text('models')
  const here = typeHere(generation, named, models)
  const type = here?.type ?? UNKNOWN_TYPE
  return {
    id: cells.whole('id'),
    named,
    isKnown: here !== null,
    type,
    ...pick(TEXTS, column => cells.text(column)),
    ...pick(NUMBERS, column => cells.whole(column)),
    status: cells.whole('status', CHANNEL_STATUS.enabled),
    balance: cells.real('balance'),
    usedQuota: cells.whole('used_quota'),
    models: splitList(models).join(','),
    group: splitList(cells.text('group')).join(','),
    openai_organization: cells.text('open_ai_organization') || cells.text('openai_organization'),
    status_code_mapping: cells.text('status_code_mapping'),
    auto_ban: cells.whole('auto_ban', 1),
    base_url: addressOf(cells.text('base_url'), here?.baseUrl, type),
    other: cells.text('other') || otherOf(type, config),
    setting: settingText(cells),
    leftOut: ['header_override', 'settings'].filter(
      column => !['', '{}', 'null'].includes(cells.text(column)) && !(column === 'header_override' && headersIn(cells)),
    ),
    hasOneApiPrompt: cells.text('system_prompt') !== '',
    ...keysIn(cells, type, config),
  }
}

const pick = <Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map(name => [name, read(name)])) as Record<Name, Value>

/** A type whose calls add `/v1` to the address. */
const ADDS_V1 = 1

function addressOf(given: string, known: string | undefined, type: number): string {
  const address = (given.trim() || known || '').replace(/\/$/, '')
  return type === ADDS_V1 ? address.replace(/\/v1$/, '') : address
}

/** One-api's members of `config` that become `other` here, by type here. */
const OTHER_OF_CONFIG: Readonly<Record<number, string>> = {
  3: 'api_version',
  24: 'api_version',
  18: 'api_version',
  21: 'library_id',
  17: 'plugin',
  39: 'user_id',
  41: 'region',
}
const AWS = 33
const VERTEX = 41
const COZE = 49

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const otherOf = (type: number, config: Record<string, unknown>) => textOf(config[OTHER_OF_CONFIG[type] ?? ''])

/** Returns the keys to store, which of them are disabled, and how calls are spread over them. */
function keysIn(
  cells: Cells,
  type: number,
  config: Record<string, unknown>,
): { keys: string[]; keysOff: number[]; spread: KeySpread | '' } {
  const info = cells.object('channel_info')
  const text = cells.text('key')
  if (info.is_multi_key === true) {
    const states = objectOf(JSON.stringify(info.multi_key_status_list ?? {}))
    return {
      keys: text.trim().startsWith('[') ? listedKeys(text) : keysOf(type, text),
      keysOff: Object.entries(states).flatMap(([at, status]) => (status === 1 ? [] : [Number(at)])),
      spread: info.multi_key_mode === 'polling' ? 'in_turn' : 'random',
    }
  }
  const key =
    type === AWS && text === '' ? awsKey(config) : type === VERTEX && text === '' ? textOf(config.vertex_ai_adc) : text
  return { keys: [key], keysOff: [], spread: '' }
}

const awsKey = ({ ak, sk, region }: Record<string, unknown>) => [ak, sk, region].map(textOf).join('|')

/** Returns the keys in a JSON list, each a text or an account's object. */
function listedKeys(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map(one => (typeof one === 'string' ? one : JSON.stringify(one)))
  } catch {
    // Not JSON: a key that only looks like it.
  }
  return [text]
}

function settingText(cells: Cells): string {
  const prompt = cells.text('system_prompt')
  const headers = headersIn(cells)
  const given = {
    ...cells.object('setting'),
    ...(headers && { headers }),
    ...(prompt !== '' && { system_prompt: prompt, system_prompt_override: true }),
  }
  if (Object.keys(given).length === 0) return ''
  return channelSetting.safeParse(given).success ? JSON.stringify(given) : ''
}

/** Returns a channel's own headers; null: there are none, or some that cannot be sent here. */
function headersIn(cells: Cells): Record<string, string> | null {
  const { data } = channelHeaders.safeParse(cells.object('header_override'))
  return data && Object.keys(data).length > 0 ? data : null
}

/** Inserts the channels that are not here yet, and derives what they serve. */
export async function moveChannels(move: Move): Promise<void> {
  const { db, source, secrets } = move
  const all = channelsOf(source, move.generation)
  const taken = await takenIds(
    db,
    'channels',
    all.map(({ id }) => id),
  )
  const open = all.filter(({ id }) => move.rowOf('channel', id) === undefined)
  const brought = []
  for (const channel of open.sort((a, b) => Number(taken.has(a.id)) - Number(taken.has(b.id)) || a.id - b.id)) {
    const { id: rowId } = await insertChannel(db, {
      ...(!taken.has(channel.id) && { id: channel.id }),
      ...pick(TEXTS, name => channel[name]),
      ...pick(NUMBERS, name => channel[name]),
      ...sealKeys(channel.keys, channel.spread, secrets),
      type: channel.type,
      other: channel.other,
      base_url: channel.base_url,
      status: channel.isKnown ? channel.status : CHANNEL_STATUS.disabled,
      balance: channel.balance,
      used_quota: channel.usedQuota,
      models: channel.models,
      group: channel.group,
      openai_organization: channel.openai_organization,
      auto_ban: channel.auto_ban,
      model_mapping: validJson(channel.model_mapping, z.record(z.string(), z.string().min(1))),
      status_code_mapping: validJson(channel.status_code_mapping, statusCodeMapping),
      param_override: validJson(channel.param_override, z.looseObject({})),
      setting: sealSetting(channel.setting, secrets),
    })
    for (const at of channel.keysOff) {
      const key = channel.keys[at]
      if (key !== undefined) await setKeyStatus(db, rowId, keyIdOf(key, secrets), false, move.now)
    }
    noteChannel(move, channel)
    brought.push({ sourceId: channel.id, rowId, usedQuota: channel.usedQuota })
  }
  await move.remember('channel', brought)
}

function validJson(text: string, schema: z.ZodType): string {
  if (text.trim() === '') return ''
  return schema.safeParse(objectOf(text)).success && text.trim().startsWith('{') ? text : ''
}

const table = 'channels'

function noteChannel(move: Move, channel: SourceChannel): void {
  const { id, name } = channel
  const row = `${id} ${name}`
  move.note({ table, kind: 'sealed', text: 'Keys were in plain text; here they are encrypted.' }, row)
  if (!channel.isKnown)
    move.note(
      { table, kind: 'asks', text: 'Nothing here speaks to such a host: the channel is off, with its key.' },
      `${row} (type ${channel.named})`,
    )
  else if (channel.type !== channel.named)
    move.note(
      { table, kind: 'changed', text: 'Its type has another number here.' },
      `${row}: ${channel.named} → ${channel.type}`,
    )
  if (channel.hasOneApiPrompt)
    move.note(
      { table, kind: 'changed', text: 'Its system prompt replaced the client’s; here it comes before the client’s.' },
      row,
    )
  if (channel.type === COZE)
    move.note({ table, kind: 'asks', text: 'The bot’s id was in the name of its model: set it in the channel.' }, row)
  if (channel.type === 16 && splitList(channel.models).some(model => model.startsWith('glm-4')))
    move.note({ table, kind: 'asks', text: 'It has models of both of Zhipu’s interfaces: split it in two.' }, row)
  for (const column of channel.leftOut)
    move.note({ table, kind: 'left', text: 'These columns of it have no counterpart here.' }, `${row}: ${column}`)
}
