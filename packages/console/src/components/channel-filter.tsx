import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../lib/call.ts'
import { isRowId } from '../lib/row-id.ts'
import { usePaused } from '../lib/use-paused.ts'

const MOST_SHOWN = 20
const TYPING_PAUSE_MS = 200

/**
 * Finds a channel by everything its list searches, mainly its name; filters by id. A deleted channel is only found by
 * id.
 */
export function ChannelFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const keyword = usePaused(typed.trim(), TYPING_PAUSE_MS)
  const { data, isFetching } = useQuery({
    queryKey: ['channels', 'picker', keyword],
    queryFn: () => send(calls.channels.search, { query: { keyword, page_size: MOST_SHOWN } }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: `${name} #${id}` }))
  const nameless = [value, keyword]
    .filter(id => isRowId(id) && !found.some(option => option.value === id))
    .map(id => ({ value: id, label: `#${id}` }))
  return (
    <Select
      allowClear
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      aria-label={t('components.channelFilter')}
      placeholder={t('components.channelFilter')}
      style={{ flex: '1 1 104px', minWidth: 104, maxWidth: 180 }}
      popupMatchSelectWidth={260}
      loading={isFetching}
      notFoundContent={isFetching ? null : undefined}
      value={value || undefined}
      options={[...nameless, ...found]}
      onOpenChange={setOpen}
      onChange={id => {
        setTyped('')
        onChange(id ?? '')
      }}
    />
  )
}
