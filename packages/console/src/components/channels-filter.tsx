import { calls } from '@tollgate/contract'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../lib/call.ts'
import { isRowId } from '../lib/row-id.ts'
import { useMay } from '../session/user.ts'
import { type Choice, SearchedSelect } from './searched-select.tsx'

const MOST_SHOWN = 20

interface ChannelsFilterProps {
  /** Ids, comma-separated. */
  value: string
  onChange: (ids: string) => void
  style?: CSSProperties
}

/** A filter by several channels, found by name; by id also deleted ones. */
export function ChannelsFilter(props: ChannelsFilterProps) {
  const { t } = useTranslation()
  const maySearch = useMay('channels.see')
  return (
    <SearchedSelect
      name="channel-names"
      label={t('components.channelFilter')}
      find={maySearch ? findChannels : async () => []}
      isValue={isRowId}
      labelOf={id => `#${id}`}
      style={{ flex: '1 1 104px', width: 0, minWidth: 104, maxWidth: 180 }}
      {...props}
    />
  )
}

const findChannels = async (keyword: string): Promise<Choice[]> =>
  (await send(calls.channels.search, { query: { keyword, page_size: MOST_SHOWN } })).items.map(({ id, name }) => ({
    value: String(id),
    label: `${name} #${id}`,
  }))
