import { ABILITIES, type Ability } from '@tollgate/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../components/data-table/index.ts'
import { GroupTag } from '../../components/group-tag.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { formatTokens } from '../../lib/format.ts'
import type { PriceList } from './api.ts'
import { SORT_KEYS } from './sort-models.ts'

/** Tokens. */
const CONTEXTS = [32_000, 128_000, 200_000, 1_000_000] as const

export const FILTER_NAMES = ['q', 'group', 'maker', 'ability', 'context'] as const
type FilterName = (typeof FILTER_NAMES)[number]

interface FilterProps {
  filters: Record<FilterName, string>
  onChange: (change: Partial<Record<FilterName, string>>) => void
  sort: string
  onSort: (sort: string) => void
  list: PriceList | undefined
  group: string
  onView: (group: string) => void
}

export const asAbility = (text: string): Ability | '' => ABILITIES.find(ability => ability === text) ?? ''

/** Filters of the price list, in the order people ask; on a phone also its sort order. */
export function usePriceFilters({ filters, onChange, sort, onSort, list, group, onView }: FilterProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { models = [], ratios = {}, own = [], groups = {} } = list ?? {}
  const makers = [...new Set(models.map(({ maker }) => maker))].filter(Boolean).sort()
  const choice = (name: FilterName, label: string, options: Option[]) => (
    <Choice
      key={name}
      label={label}
      options={options}
      value={filters[name]}
      onChange={value => onChange({ [name]: value })}
    />
  )
  return [
    <SearchInput
      key="q"
      label={t('pricing.search')}
      value={filters.q}
      onSearch={q => onChange({ q })}
      style={{ width: 220 }}
    />,
    <Select
      key="group"
      aria-label={t('pricing.group')}
      style={{ minWidth: 150 }}
      value={group}
      onChange={onView}
      options={Object.keys(groups).map(name => ({
        value: name,
        label: <GroupTag name={name} ratio={ratios[name]} isOwn={own.includes(name)} />,
      }))}
    />,
    choice(
      'maker',
      t('pricing.columns.maker'),
      makers.map(value => ({ value, label: value })),
    ),
    choice(
      'ability',
      t('pricing.ability'),
      ABILITIES.map(value => ({ value, label: t(`pricing.abilities.${value}`) })),
    ),
    choice(
      'context',
      t('pricing.columns.context'),
      CONTEXTS.map(tokens => ({
        value: String(tokens),
        label: t('pricing.contextFrom', { tokens: formatTokens(tokens) }),
      })),
    ),
    ...(isPhone
      ? [
          <Choice
            key="sort"
            label={t('pricing.sortBy')}
            value={sort}
            onChange={onSort}
            options={SORT_KEYS.map(key => ({
              value: key,
              label: key === 'call' ? t('pricing.typical.title') : t(`pricing.columns.${key}`),
            }))}
          />,
        ]
      : []),
  ]
}

interface Option {
  value: string
  label: string
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: Option[]
}

/** A choice of one value, or none. */
const Choice = ({ label, value, onChange, options }: ChoiceProps) => (
  <Select
    aria-label={label}
    placeholder={label}
    allowClear
    style={{ minWidth: 130 }}
    popupMatchSelectWidth={false}
    value={value || undefined}
    onChange={chosen => onChange(chosen ?? '')}
    options={options}
  />
)
