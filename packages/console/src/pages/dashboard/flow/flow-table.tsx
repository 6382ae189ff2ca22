import type { Flow } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import type { DashboardFilters, View } from '../api.ts'
import { Numbers } from '../numbers.tsx'
import { percentWords } from '../use-words.ts'
import styles from './flow.module.css'
import type { FlowMeasure } from './lay-out.ts'
import { useFlowWords } from './use-flow-words.ts'

interface FlowTableProps {
  flow: Flow
  measure: FlowMeasure
  list: DashboardFilters
  view: View
}

/** The numbers of the picture: a table for each two adjacent columns, largest first. Names filter the page as its nodes do. */
export function FlowTable({ flow, measure, list, view }: FlowTableProps) {
  const { t } = useTranslation()
  const words = useFlowWords(list, view)
  return flow.links.map((links, place) => {
    const [from, to] = [flow.columns[place], flow.columns[place + 1]]
    if (!from || !to) return null
    const label = `${t(`dashboard.flow.columns.${from.by}`)} → ${t(`dashboard.flow.columns.${to.by}`)}`
    const rows = links.map(([start, end, requests, quota]) => ({ start, end, requests, quota }))
    const whole = rows.reduce((sum, row) => sum + row[measure], 0)
    const nameOf = ({ by, nodes }: typeof from, at: number) => {
      const node = nodes[at]
      if (!node) return ''
      const filter = words.filterOf(by, node)
      const name = words.nameOf(by, node)
      if (!filter) return name
      return (
        <button type="button" aria-pressed={words.isFiltered(filter)} onClick={() => words.toggle(filter)}>
          {name}
        </button>
      )
    }
    return (
      <div key={label} className={styles.table}>
        <Numbers
          label={label}
          heads={[label, t('dashboard.figures.quota'), t('dashboard.figures.requests'), t('dashboard.models.share')]}
          rows={rows
            .sort((one, other) => other[measure] - one[measure])
            .map(row => ({
              key: `${row.start} ${row.end}`,
              name: (
                <>
                  {nameOf(from, row.start)} → {nameOf(to, row.end)}
                </>
              ),
              share: whole === 0 ? 0 : row[measure] / whole,
              cells: [words.amount(row.quota, 'quota'), formatNumber(row.requests), percentWords(row[measure], whole)],
            }))}
        />
      </div>
    )
  })
}
