import { calls } from '@tollgate/contract'
import { send } from '../lib/call.ts'
import { useMay } from '../session/user.ts'
import { type Choice, SearchedSelect } from './searched-select.tsx'
import { masked } from './sensitive.tsx'

const MOST_SHOWN = 20

export type SearchedName = 'model_name' | 'token_name' | 'username' | 'group'

export type Find = (keyword: string) => Promise<Choice[]>

const named = (names: readonly string[]): Choice[] => names.map(name => ({ value: name, label: name }))
const containing = (names: readonly string[], keyword: string): Choice[] =>
  named(names.filter(name => name.toLowerCase().includes(keyword.toLowerCase())).slice(0, MOST_SHOWN))
const first = (keyword: string) => ({ query: { keyword, page_size: MOST_SHOWN } })

const FIND: Readonly<Record<SearchedName, Find>> = {
  model_name: async keyword => containing(await send(calls.users.models), keyword),
  group: async keyword => containing(await send(calls.status.groups), keyword),
  token_name: async keyword => named((await send(calls.tokens.search, first(keyword))).items.map(({ name }) => name)),
  username: async keyword =>
    (await send(calls.userAdmin.search, first(keyword))).items.map(({ username }) => ({
      value: username,
      label: masked(username),
    })),
}

/** Of each filter. */
export const NAMES_STYLE = { flex: '1 1 104px', width: 0, minWidth: 104, maxWidth: 240 }
export const isTyped = (text: string): boolean => text !== ''

interface NamesFilterProps {
  name: SearchedName
  label: string
  value: string
  onChange: (values: string) => void
}

/** A filter by several names: those that are found, and any that is typed. */
export function NamesFilter({ name, ...shown }: NamesFilterProps) {
  const maySeeUsers = useMay('users.see')
  return (
    <SearchedSelect
      name={`names-${name}`}
      find={name !== 'username' || maySeeUsers ? FIND[name] : async () => []}
      isValue={isTyped}
      isSensitive={name === 'username'}
      labelOf={one => (name === 'username' ? masked(one) : one)}
      style={NAMES_STYLE}
      {...shown}
    />
  )
}
