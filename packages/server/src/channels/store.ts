import { CHANNEL_STATUS, type CheckedInputOf, type calls, splitList } from '@tollgate/contract'
import type { Insertable } from 'kysely'
import type { DatabaseKind, Db } from '../storage/db.ts'
import { contains } from '../storage/like.ts'
import type { AbilitiesTable, ChannelChange, ChannelRow, ChannelsTable } from '../storage/schema.ts'

export type ChannelFilters = CheckedInputOf<typeof calls.channels.list>['query']

/** Abilities per insert: both databases limit the values of one statement. */
const ABILITIES_AT_ONCE = 1000

/** Queries for the channels that pass the filters, in the requested order, and for their number. */
export function channelsBy(db: Db, filters: ChannelFilters) {
  const filtered = channelsPassing(db, filters)
  const rows = filtered.selectAll()
  return {
    rows: filters.id_sort ? rows.orderBy('id', 'desc') : rows.orderBy('priority', 'desc').orderBy('id', 'desc'),
    count: filtered.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

/** Queries for the tags of the channels that pass the filters, and for their number. */
export function tagsBy(db: Db, filters: ChannelFilters) {
  const tagged = channelsPassing(db, filters).where('tag', '!=', '')
  return {
    rows: tagged.select('tag').distinct().orderBy('tag'),
    count: tagged.select(({ fn }) => fn.count<number>('tag').distinct().as('total')),
  }
}

function channelsPassing(db: Db, { keyword, group, model, status, type }: ChannelFilters) {
  let query = db.selectFrom('channels')
  if (status !== undefined) query = query.where('status', '=', status)
  if (type !== undefined) query = query.where('type', '=', type)
  if (keyword !== '')
    query = query.where(({ eb, or, ref }) => {
      const id = /^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []
      return or([...id, contains(ref('name'), keyword), contains(ref('base_url'), keyword)])
    })
  if (group !== '' || model !== '')
    query = query.where(({ exists, selectFrom, ref }) => {
      let ability = selectFrom('abilities').select('channel_id').whereRef('channel_id', '=', ref('channels.id'))
      if (group !== '') ability = ability.where('group', '=', group)
      if (model !== '') ability = ability.where(eb => contains(eb.ref('model'), model))
      return exists(ability)
    })
  return query
}

export const findChannel = (db: Db, id: number): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads a channel and locks its row until the transaction ends. SQLite has only one writer at a time anyway. */
export function lockChannel(db: Db, kind: DatabaseKind, id: number): Promise<ChannelRow | undefined> {
  const found = db.selectFrom('channels').selectAll().where('id', '=', id)
  return (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
}

export async function insertChannel(db: Db, channel: Insertable<ChannelsTable>): Promise<ChannelRow> {
  const row = await db.insertInto('channels').values(channel).returningAll().executeTakeFirstOrThrow()
  await insertAbilities(db, row)
  return row
}

export async function updateChannel(db: Db, id: number, change: ChannelChange): Promise<ChannelRow | undefined> {
  const row = await db.updateTable('channels').set(change).where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) return undefined
  await db.deleteFrom('abilities').where('channel_id', '=', id).execute()
  await insertAbilities(db, row)
  return row
}

/** Returns false when there is no such channel. */
export async function deleteChannel(db: Db, id: number): Promise<boolean> {
  await db.deleteFrom('abilities').where('channel_id', '=', id).execute()
  const { numDeletedRows } = await db.deleteFrom('channels').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns the sorted names of models that an enabled channel serves, in the given groups or in any. */
export async function enabledModels(db: Db, groups?: string[]): Promise<string[]> {
  const enabled = db.selectFrom('abilities').select('model').distinct().where('enabled', '=', 1).orderBy('model')
  const rows = await (groups ? enabled.where('group', 'in', groups) : enabled).execute()
  return rows.map(({ model }) => model)
}

async function insertAbilities(db: Db, channel: ChannelRow): Promise<void> {
  const abilities = abilitiesOf(channel)
  for (let start = 0; start < abilities.length; start += ABILITIES_AT_ONCE)
    await db
      .insertInto('abilities')
      .values(abilities.slice(start, start + ABILITIES_AT_ONCE))
      .execute()
}

/** One row for each pair of a group and a model that the channel serves. */
function abilitiesOf({ id, group, models, status, priority, weight, tag }: ChannelRow): Insertable<AbilitiesTable>[] {
  const enabled = status === CHANNEL_STATUS.enabled ? 1 : 0
  return splitList(group).flatMap(oneGroup =>
    splitList(models).map(model => ({
      group: oneGroup,
      model,
      channel_id: id,
      enabled,
      priority,
      weight,
      tag,
    })),
  )
}
