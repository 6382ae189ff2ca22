import { CHANNEL_STATUS, type Channel, type ChannelType, calls } from '@tollgate/contract'
import type { Change, Difference } from './change.ts'
import { jsonDifferences } from './option-changes.ts'
import { Problem } from './problem.ts'
import { type AskedServer, Refused } from './server.ts'
import type { FileChannel } from './site-file.ts'
import type { Standing } from './standing.ts'
import { isObjectField, isPlainField, isPlainMember } from './without-secrets.ts'

/** The fields of a channel on the wire, without its key. */
type Fields = Partial<Omit<Channel, 'id'>>

/**
 * The changes to the file's channels. They are found by name; others stay unchanged.
 * @throws Problem if a name does not belong to exactly one channel
 */
export async function channelChanges(
  channels: readonly FileChannel[],
  standing: Standing,
  server: AskedServer,
): Promise<Change[]> {
  const changes: Change[] = []
  const seen = new Set<string>()
  for (const wanted of channels) {
    const { name, key } = wanted
    if (seen.has(name)) throw new Problem(`The channel “${name}” is in the file twice.`)
    seen.add(name)
    const found = standing.channels.filter(one => one.name === name)
    if (found.length > 1)
      throw new Problem(`There are ${found.length} channels named “${name}”. Rename all but one of them first.`)
    const [current] = found
    const spread = wanted.key_spread ?? current?.key_spread ?? ''
    const hasLines = standing.types.find(one => one.type === wanted.type || one.id === wanted.type)?.key_has_lines
    if (key?.trim().includes('\n') && spread === '' && !hasLines)
      throw new Problem(`The channel “${name}” has several keys: say with key_spread how calls are spread over them.`)
    const fields = fieldsOf(wanted, standing.types, current)
    if (!current) {
      if (!key) throw new Problem(`The channel “${name}” is new and needs a key: write key: \${NAME_OF_A_VARIABLE}.`)
      changes.push(added(name, fields, key))
      continue
    }
    const isNewKey =
      key !== undefined && !(await server.ask(calls.channels.isSameKey, { params: current, body: { key } }))
    const lines = [...differencesOf(current, fields), ...(isNewKey ? [NEW_KEY] : [])]
    if (lines.length > 0) changes.push(changed(current, fields, lines, isNewKey ? key : undefined))
  }
  return changes
}

const NEW_KEY: Difference = { name: 'key', before: '(secret)', after: '(another secret)' }

const added = (name: string, fields: Fields, key: string): Change => ({
  kind: 'add',
  what: `channel ${name}`,
  lines: [
    ...Object.entries(fields).map(([field, value]) => ({ name: field, after: shown(field, String(value)) })),
    { name: 'key', after: '(secret)' },
  ],
  apply: async server => {
    if ((await named(server, name)).length > 0) throw meanwhile(`channel ${name}`)
    return server.ask(calls.channels.create, { body: { ...fields, key } as never })
  },
})

/** Sends only what differs, for the version that was read. */
function changed(current: Channel, fields: Fields, lines: Difference[], key: string | undefined): Change {
  const names = lines.map(({ name }) => name.split('.')[0] ?? '')
  const differing = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
  return {
    kind: 'change',
    what: `channel ${current.name}`,
    lines,
    apply: server => {
      const { id, version } = current
      const body = { id, version, ...differing, ...(key !== undefined && { key }) }
      return server.ask(calls.channels.update, { body: body as never })
    },
  }
}

const meanwhile = (what: string) =>
  new Refused(`Somebody changed the ${what} meanwhile. Look at the plan again.`, 'changed_meanwhile')

async function named(server: AskedServer, name: string): Promise<Channel[]> {
  const { items } = await server.ask(calls.channels.search, { query: { keyword: name, page_size: 100 } })
  return items.filter(one => one.name === name)
}

const HIDDEN = '(may be a secret)'
const shown = (field: string, text: string): string => (isPlainField(field, text) ? text : HIDDEN)

function differencesOf(current: Channel, fields: Fields): Difference[] {
  return Object.entries(fields).flatMap(([field, value]): Difference[] => {
    const before = String(current[field as keyof Channel])
    const after = String(value)
    if (!isObjectField(field))
      return before === after ? [] : [{ name: field, before: shown(field, before), after: shown(field, after) }]
    return jsonDifferences(before, after).map(({ name, before, after }) => {
      const member = (text?: string) =>
        text === undefined || (name !== '' && isPlainMember(field, name, JSON.parse(text))) ? text : HIDDEN
      return { name: name ? `${field}.${name}` : field, before: member(before), after: member(after) }
    })
  })
}

/** Converts the file's fields to the API's; unnamed fields are absent. */
function fieldsOf(wanted: FileChannel, types: readonly ChannelType[], current: Channel | undefined): Fields {
  const { name, type, key: _, models, groups, enabled, auto_ban, base_url, ...rest } = wanted
  const texts = Object.entries(rest).map(([field, value]) => [
    field,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ])
  return {
    name,
    type: typeOf(type, types, name),
    ...(base_url !== undefined && { base_url: trimmed(base_url.trim()) }),
    ...(models !== undefined && { models: listText(models) }),
    ...(groups !== undefined && { group: listText(groups) || 'default' }),
    ...(enabled !== undefined && { status: statusOf(enabled, current) }),
    ...(auto_ban !== undefined && { auto_ban: Number(auto_ban) }),
    ...Object.fromEntries(texts),
  }
}

const trimmed = (address: string): string => (address.endsWith('/') ? trimmed(address.slice(0, -1)) : address)

const listText = (list: string | string[]): string =>
  [...new Set((typeof list === 'string' ? list.split(',') : list).map(one => one.trim()))].filter(Boolean).join(',')

/** A channel that was switched off automatically stays off: the file does not decide that. */
function statusOf(enabled: boolean, current: Channel | undefined): number {
  if (!enabled) return CHANNEL_STATUS.disabled
  return current?.status === CHANNEL_STATUS.autoDisabled ? current.status : CHANNEL_STATUS.enabled
}

function typeOf(type: number | string, types: readonly ChannelType[], channel: string): number {
  const found = types.find(one => one.type === type || one.id === type)
  if (found) return found.type
  throw new Problem(
    `The channel “${channel}” has the type ${type}, which is none: ${types.map(({ id }) => id).join(', ')}.`,
  )
}
