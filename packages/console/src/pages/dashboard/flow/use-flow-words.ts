import { type Flow, type FlowColumn, splitList } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useMask } from '../../../components/sensitive.tsx'
import { formatNumber } from '../../../lib/format.ts'
import type { DashboardFilters, View } from '../api.ts'
import { useAmounts } from '../use-words.ts'
import type { FlowMeasure } from './lay-out.ts'

type FlowNode = Pick<Flow['columns'][number]['nodes'][number], 'id' | 'name' | 'others'>
type Filter = { name: 'username' | 'group' | 'model_name' | 'channel'; value: string }

/** How nodes are named, and which filter of the page shows only theirs. */
export function useFlowWords(list: DashboardFilters, view: View) {
  const { t } = useTranslation()
  const amounts = useAmounts()
  const mask = useMask()
  const isFiltered = ({ name, value }: Filter) =>
    list.filters[name] === value || splitList(list.filters[name]).includes(value)
  return {
    amount: (value: number, measure: FlowMeasure) =>
      measure === 'quota' ? amounts.exact(value, 'quota') : formatNumber(value),
    nameOf: (by: FlowColumn, { id, name, others }: FlowNode) => {
      if (others > 0) return t('dashboard.flow.others', { count: others, formatted: formatNumber(others) })
      if (by === 'group' && name === '') return t('dashboard.flow.unknownGroup')
      return (
        (by === 'user' ? mask(name) : name) ||
        (id === 0 ? t('dashboard.shares.none') : t('dashboard.shares.gone', { id }))
      )
    },
    /** null: no filter of the page selects it. */
    filterOf: (by: FlowColumn, { id, name, others }: FlowNode): Filter | null => {
      if (others > 0) return null
      if (by === 'group' && name) return { name: 'group', value: name }
      if (by === 'model' && name) return { name: 'model_name', value: name }
      if (!view.isOfAll) return null
      if (by === 'user' && name) return { name: 'username', value: name }
      return by === 'channel' && id ? { name: 'channel', value: String(id) } : null
    },
    isFiltered,
    /** Filters by a node, or no longer by it. A node without a filter is shown only if its column has none. */
    toggle: (filter: Filter) => {
      const chosen = list.filters[filter.name]
      const others = chosen === filter.value ? [] : splitList(chosen).filter(value => value !== filter.value)
      list.setFilters({ [filter.name]: isFiltered(filter) ? others.join(',') : filter.value })
    },
  }
}
