import type { ChannelHour, calls, ReplyOf, SortColumn } from '@tollgate/contract'
import { readPage } from '../../platform/storage/page.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { readSort } from '../../platform/storage/sort-rows.ts'
import { toChannel } from '../channels/to-channel.ts'
import type { ChannelsContext } from '../context.ts'
import { channelHours } from '../health/channel-hours.ts'
import { type ChannelFilters, channelsBy, HOUR_SORTS, idsPassing, tagsBy } from './store.ts'

type Listed = ReplyOf<typeof calls.channels.list>
type Hours = ReadonlyMap<number, ChannelHour>

/** Reads a page of the channels that pass the filters. In tag mode a page has `page_size` tags with all their channels. */
export async function listChannels(app: ChannelsContext, query: ChannelFilters): Promise<Listed> {
  const figure = hourSortOf(query.sort)
  const isByHour = figure !== undefined || query.health.length > 0
  const costs = figure?.name === 'under_cost' || query.health.includes('under_cost')
  const hours: Hours = isByHour
    ? await channelHours(app, await idsPassing(app.db, query), { slots: false, costs })
    : new Map()
  const ids = [...hours].filter(([, hour]) => passes(hour, query.health)).map(([id]) => id)
  const filters = isByHour ? { ...query, ids } : query
  const page = await (query.tag_mode
    ? tagPage(app, filters)
    : figure
      ? pageInOrder(app, query, sorted(ids, hours, figure))
      : rowPage(app, filters))
  const told = query.hours ? await channelHours(app, page.items) : new Map<number, ChannelHour>()
  return {
    ...page,
    items: page.items.map(row => {
      const hour = told.get(row.id)
      // Tags have thousands of channels, and each copy of them takes some ten milliseconds.
      return Object.assign(toChannel(row, app.secrets), hour && { hour })
    }),
  }
}

type RowPage = Omit<Listed, 'items'> & { items: ChannelRow[] }

const passes = ({ troubles }: ChannelHour, wanted: ChannelFilters['health']): boolean =>
  wanted.length === 0 || wanted.some(trouble => troubles.includes(trouble))

function rowPage({ db }: ChannelsContext, filters: ChannelFilters): Promise<RowPage> {
  const { rows, count } = channelsBy(db, filters)
  return readPage(rows, count, filters, row => row)
}

async function tagPage({ db }: ChannelsContext, filters: ChannelFilters): Promise<RowPage> {
  const tags = tagsBy(db, filters)
  const page = await readPage(tags.rows, tags.count, filters, ({ tag }) => tag)
  const found = page.items.length > 0 ? await channelsBy(db, filters).rows.where('tag', 'in', page.items).execute() : []
  return { ...page, items: found }
}

/** A page of channels in a known order. */
async function pageInOrder({ db }: ChannelsContext, filters: ChannelFilters, ids: readonly number[]): Promise<RowPage> {
  const page = Math.max(1, filters.p)
  const wanted = ids.slice((page - 1) * filters.page_size, page * filters.page_size)
  const found = wanted.length > 0 ? await channelsBy(db, { ...filters, ids: wanted }).rows.execute() : []
  const byId = new Map(found.map(row => [row.id, row]))
  const items = wanted.flatMap(id => byId.get(id) ?? [])
  return { items, page, page_size: filters.page_size, total: ids.length }
}

interface HourSort {
  name: (typeof HOUR_SORTS)[number]
  isDescending: boolean
}

function hourSortOf(sort: ChannelFilters['sort']): HourSort | undefined {
  if (sort === '') return undefined
  const { column, isDescending } = readSort<SortColumn<'channels'>>(sort)
  const name = HOUR_SORTS.find(known => known === column)
  return name && { name, isDescending }
}

const FIGURES: Readonly<Record<HourSort['name'], (hour: ChannelHour) => number | null>> = {
  success: ({ success }) => success,
  first_token_ms: ({ first_token_ms }) => first_token_ms,
  under_cost: ({ under_cost }) => under_cost?.share ?? null,
}

/** Channels without the figure come last in either direction; equal ones keep their order. */
function sorted(ids: readonly number[], hours: Hours, { name, isDescending }: HourSort): number[] {
  const figureOf = (id: number) => {
    const hour = hours.get(id)
    return hour ? FIGURES[name](hour) : null
  }
  return ids.toSorted((one, other) => {
    const [first, second] = [figureOf(one), figureOf(other)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return isDescending ? second - first : first - second
  })
}
