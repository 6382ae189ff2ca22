import { calls } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { ChannelsFilter } from '../../components/channels-filter.tsx'
import { type Choice, SearchedSelect } from '../../components/searched-select.tsx'
import { masked } from '../../components/sensitive.tsx'
import { send } from '../../lib/call.ts'
import { t } from '../../phrases/index.ts'
import { useMay } from '../../session/user.ts'
import { ANY_CAUSE } from './api.ts'

const MOST_SHOWN = 20

export type NamesFilterName = 'model_name' | 'token_name' | 'username' | 'group' | 'channel' | 'error_code'

type Find = (keyword: string) => Promise<Choice[]>

const named = (names: readonly string[]): Choice[] => names.map(name => ({ value: name, label: name }))
const containing = (names: readonly string[], keyword: string): Choice[] =>
  named(names.filter(name => name.toLowerCase().includes(keyword.toLowerCase())).slice(0, MOST_SHOWN))
const first = (keyword: string) => ({ query: { keyword, page_size: MOST_SHOWN } })

const FIND: Readonly<Record<Exclude<NamesFilterName, 'channel'>, Find>> = {
  model_name: async keyword => containing(await send(calls.users.models), keyword),
  group: async keyword => containing(await send(calls.status.groups), keyword),
  token_name: async keyword => named((await send(calls.tokens.search, first(keyword))).items.map(({ name }) => name)),
  username: async keyword =>
    (await send(calls.userAdmin.search, first(keyword))).items.map(({ username }) => ({
      value: username,
      label: masked(username),
    })),
  error_code: async keyword => {
    const words = t('log.attempts.reasons', { returnObjects: true }) as Record<string, string>
    const known = Object.entries(words).map(([value, said]) => ({ value, label: `${value} · ${said}` }))
    const all = [{ value: ANY_CAUSE, label: t('log.anyCause') }, ...known]
    return all.filter(({ label }) => label.toLowerCase().includes(keyword.toLowerCase()))
  },
}

/** Of each filter. */
const STYLE = { flex: '1 1 104px', width: 0, minWidth: 104, maxWidth: 240 }
const isTyped = (text: string): boolean => text !== ''

interface NamesFilterProps {
  name: NamesFilterName
  value: string
  onChange: (values: string) => void
}

/** A filter by several names: those that are found, and any that is typed. */
export function NamesFilter({ name, value, onChange }: NamesFilterProps) {
  const { t } = useTranslation()
  const maySeeUsers = useMay('users.see')
  if (name === 'channel') return <ChannelsFilter value={value} onChange={onChange} style={STYLE} />
  return (
    <SearchedSelect
      name={`log-${name}`}
      label={t(`log.filters.${name}`)}
      value={value}
      onChange={onChange}
      find={name !== 'username' || maySeeUsers ? FIND[name] : async () => []}
      isValue={isTyped}
      labelOf={one => (one === ANY_CAUSE ? t('log.anyCause') : name === 'username' ? masked(one) : one)}
      style={STYLE}
    />
  )
}
