import type { CheckedInputOf, calls } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { contains } from '../../platform/storage/like.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { byColumns, byText, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'

/** `ids`: only these channels. */
export type ChannelFilters = CheckedInputOf<typeof calls.channels.list>['query'] & {
  ids?: readonly number[]
  /** Whether the keyword may match part of an address. */
  searchesAddresses?: boolean
}

/** Sorts by figures that are known in memory alone, which `listChannels` applies. */
export const HOUR_SORTS = ['success', 'first_token_ms', 'under_cost'] as const
const AS_IN_MEMORY = sql`cast(null as integer)`

const SORTED_BY: SortedBy<'channels'> = {
  ...byColumns(['id', 'type', 'status', 'priority', 'weight', 'balance', 'used_quota']),
  name: byText('name'),
  tag: byText('tag'),
  /** An untested channel is neither fast nor slow. */
  response_time: sql`nullif(response_time, 0)`,
  success: AS_IN_MEMORY,
  first_token_ms: AS_IN_MEMORY,
  under_cost: AS_IN_MEMORY,
}

/** Queries for the channels that pass the filters, in the requested order, and for their number. */
export function channelsBy(db: Db, filters: ChannelFilters) {
  const filtered = channelsPassing(db, filters)
  const { sort, id_sort } = filters
  return {
    rows: sortRows(filtered.selectAll(), sort, SORTED_BY, rows =>
      (id_sort || sort !== '' ? rows : rows.orderBy('priority', 'desc')).orderBy('id', 'desc'),
    ),
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

type Served = Pick<ChannelRow, 'id' | 'status' | 'models' | 'group' | 'model_mapping'>

/** The ids of channels that pass the filters, highest id first, with what they serve. */
export const idsPassing = (db: Db, filters: ChannelFilters): Promise<Served[]> =>
  channelsPassing(db, filters)
    .select(['id', 'status', 'models', 'group', 'model_mapping'])
    .orderBy('id', 'desc')
    .execute()

const SEARCHED = ['name', 'base_url', 'tag'] as const

function channelsPassing(
  db: Db,
  { ids, searchesAddresses = true, keyword, group, model, tag, status, type }: ChannelFilters,
) {
  let query = db.selectFrom('channels')
  // PostgreSQL does not accept an empty list.
  if (ids) query = ids.length > 0 ? query.where('id', 'in', ids) : query.where(({ lit }) => lit(false))
  if (status.length > 0) query = query.where('status', 'in', status)
  if (type.length > 0) query = query.where('type', 'in', type)
  if (tag.length > 0) query = query.where('tag', 'in', tag)
  if (keyword !== '')
    query = query.where(({ eb, or, ref }) => {
      const id = /^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []
      const searched = SEARCHED.filter(column => searchesAddresses || column !== 'base_url')
      return or([...id, ...searched.map(column => contains(ref(column), keyword))])
    })
  // Every model is served to every group, so the channel's own lists are enough, and abilities need not be searched.
  if (group.length > 0)
    query = query.where(({ or, ref }) =>
      or(group.map(one => contains(sql<string>`',' || ${ref('group')} || ','`, `,${one},`))),
    )
  if (model.length > 0) query = query.where(({ or, ref }) => or(model.map(one => contains(ref('models'), one))))
  return query
}
