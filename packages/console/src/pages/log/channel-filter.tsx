import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../lib/call.ts'
import { usePaused } from '../../lib/use-paused.ts'

const MOST_SHOWN = 20
const TYPING_PAUSE_MS = 200

/** Finds a channel by what its list is searched by, its name above all; filters by its id. */
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
  const isListed = value === '' || found.some(option => option.value === value)
  return (
    <Select
      allowClear
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      aria-label={t('log.filters.channel')}
      placeholder={t('log.filters.channel')}
      style={{ flex: '1 1 92px', minWidth: 92 }}
      popupMatchSelectWidth={260}
      loading={isFetching}
      notFoundContent={isFetching ? null : undefined}
      value={value || undefined}
      options={isListed ? found : [{ value, label: `#${value}` }, ...found]}
      onOpenChange={setOpen}
      onChange={id => {
        setTyped('')
        onChange(id ?? '')
      }}
    />
  )
}
