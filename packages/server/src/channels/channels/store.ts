import { CHANNEL_STATUS, splitList } from '@tollgate/contract'
import type { Insertable, Selectable } from 'kysely'
import type { DatabaseKind, Db } from '../../platform/storage/db.ts'
import type { AbilitiesTable, ChannelChange, ChannelRow, ChannelsTable } from '../../platform/storage/schema.ts'

/** Abilities per insert: both databases limit the values of one statement. */
const ABILITIES_AT_ONCE = 1000

export const findChannel = (db: Db, id: number): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

/** The names of all channels, including disabled ones. */
export const channelNames = (db: Db) => db.selectFrom('channels').select(['id', 'name', 'type', 'status']).execute()

/** Reads a channel and locks its row until the transaction ends. SQLite has only one writer at a time anyway. */
export function lockChannel(db: Db, kind: DatabaseKind, id: number): Promise<ChannelRow | undefined> {
  const found = db.selectFrom('channels').selectAll().where('id', '=', id)
  return (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
}

/** Finds several channels by id or by tag and locks their rows, as `lockChannel` does. */
export function lockChannels(
  db: Db,
  kind: DatabaseKind,
  which: { ids: number[] } | { tag: string },
): Promise<ChannelRow[]> {
  const all = db.selectFrom('channels').selectAll().orderBy('id')
  const found = 'ids' in which ? all.where('id', 'in', which.ids) : all.where('tag', '=', which.tag)
  return (kind === 'postgres' ? found.forUpdate() : found).execute()
}

/** Returns the ids of channels with a tag or a status, or of all channels. */
export async function channelIds(
  db: Db,
  { tag, statuses }: { tag?: string; statuses?: number[] } = {},
): Promise<number[]> {
  let ids = db.selectFrom('channels').select('id').orderBy('id')
  if (tag !== undefined) ids = ids.where('tag', '=', tag)
  if (statuses) ids = ids.where('status', 'in', statuses)
  return (await ids.execute()).map(({ id }) => id)
}

export async function insertChannel(db: Db, channel: Insertable<ChannelsTable>): Promise<ChannelRow> {
  const row = await db.insertInto('channels').values(channel).returningAll().executeTakeFirstOrThrow()
  await insertAbilities(db, row)
  return row
}

/** The columns that determine a channel's rows of abilities. */
const ABILITY_KEYS = ['models', 'group'] as const
const ABILITY_VALUES = ['status', 'priority', 'weight', 'tag'] as const

export async function updateChannel(db: Db, id: number, change: ChannelChange): Promise<ChannelRow | undefined> {
  const row = await db.updateTable('channels').set(change).where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) return undefined
  if (ABILITY_KEYS.some(column => column in change)) await renewAbilities(db, row)
  else if (ABILITY_VALUES.some(column => column in change))
    await db.updateTable('abilities').set(abilityValues(row)).where('channel_id', '=', id).execute()
  return row
}

/** Rewrites which models the channel serves to whom. */
export async function renewAbilities(db: Db, channel: ChannelRow): Promise<void> {
  await db.deleteFrom('abilities').where('channel_id', '=', channel.id).execute()
  await insertAbilities(db, channel)
}

/** Returns false if there is no such channel. */
export async function deleteChannel(db: Db, id: number): Promise<boolean> {
  for (const table of ['abilities', 'channel_key_states', 'channel_flags'] as const)
    await db.deleteFrom(table).where('channel_id', '=', id).execute()
  const { numDeletedRows } = await db.deleteFrom('channels').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const abilitiesStored = (db: Db, channelId: number): Promise<Selectable<AbilitiesTable>[]> =>
  db.selectFrom('abilities').selectAll().where('channel_id', '=', channelId).execute()

/** Deletes rows of channels that no longer exist. Returns how many. */
export async function deleteOrphanedAbilities(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('abilities')
    .where('channel_id', 'not in', db.selectFrom('channels').select('id'))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
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
export function abilitiesOf(channel: ChannelRow): Selectable<AbilitiesTable>[] {
  const values = { channel_id: channel.id, ...abilityValues(channel) }
  const models = splitList(channel.models)
  return splitList(channel.group).flatMap(group => models.map(model => ({ group, model, ...values })))
}

const abilityValues = ({ status, priority, weight, tag }: ChannelRow) => ({
  enabled: status === CHANNEL_STATUS.enabled ? 1 : 0,
  priority,
  weight,
  tag,
})
