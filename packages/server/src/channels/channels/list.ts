import type { Channel, Page } from '@tollgate/contract'
import { readPage } from '../../platform/storage/page.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import type { ChannelsContext } from '../context.ts'
import { type ChannelFilters, channelsBy, tagsBy } from './store.ts'
import { toChannel } from './to-channel.ts'

/** Reads a page of the channels that pass the filters. In tag mode a page has `page_size` tags with all their channels. */
export async function listChannels({ db, secrets }: ChannelsContext, filters: ChannelFilters): Promise<Page<Channel>> {
  const shown = (row: ChannelRow) => toChannel(row, secrets)
  const { rows, count } = channelsBy(db, filters)
  if (!filters.tag_mode) return readPage(rows, count, filters, shown)

  const tags = tagsBy(db, filters)
  const page = await readPage(tags.rows, tags.count, filters, ({ tag }) => tag)
  const found = page.items.length > 0 ? await rows.where('tag', 'in', page.items).execute() : []
  return { ...page, items: found.map(shown) }
}
