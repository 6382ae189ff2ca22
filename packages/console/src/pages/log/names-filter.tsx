import { useTranslation } from 'react-i18next'
import { ChannelsFilter } from '../../components/channels-filter.tsx'
import { type Find, isTyped, NAMES_STYLE, NamesFilter, type SearchedName } from '../../components/names-filter.tsx'
import { SearchedSelect } from '../../components/searched-select.tsx'
import { t } from '../../phrases/index.ts'
import { ANY_CAUSE } from './api.ts'

export type LogNamesFilterName = SearchedName | 'channel' | 'error_code'

const findCauses: Find = async keyword => {
  const words = t('log.attempts.reasons', { returnObjects: true }) as Record<string, string>
  const known = Object.entries(words).map(([value, said]) => ({ value, label: `${value} · ${said}` }))
  const all = [{ value: ANY_CAUSE, label: t('log.anyCause') }, ...known]
  return all.filter(({ label }) => label.toLowerCase().includes(keyword.toLowerCase()))
}

interface LogNamesFilterProps {
  name: LogNamesFilterName
  value: string
  onChange: (values: string) => void
}

/** A filter of the log by several names, channels or causes. */
export function LogNamesFilter({ name, ...given }: LogNamesFilterProps) {
  const { t } = useTranslation()
  if (name === 'channel') return <ChannelsFilter style={NAMES_STYLE} {...given} />
  const label = t(`log.filters.${name}`)
  if (name !== 'error_code') return <NamesFilter name={name} label={label} {...given} />
  return (
    <SearchedSelect
      name="log-error_code"
      label={label}
      find={findCauses}
      isValue={isTyped}
      labelOf={one => (one === ANY_CAUSE ? t('log.anyCause') : one)}
      style={NAMES_STYLE}
      {...given}
    />
  )
}
