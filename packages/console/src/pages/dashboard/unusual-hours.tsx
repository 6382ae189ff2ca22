import type { UnusualHour, Usage } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatDayTime } from '../../lib/format.ts'
import type { DashboardFilters, View } from './api.ts'
import styles from './dashboard.module.css'
import type { Measure } from './series.ts'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'
import { useAmounts } from './use-words.ts'

const MOST_SHOWN = 6

interface UnusualListProps {
  hours: readonly UnusualHour[]
  list: DashboardFilters
  view: View
}

/** Which hours are unusual, what is usual, and by which rule. */
export function UnusualList({ hours, list, view }: UnusualListProps) {
  const { t } = useTranslation()
  const amounts = useAmounts()
  const logLink = useLogLink(list, view)
  return (
    <div className={styles.unusual}>
      <p>
        <b>{t('dashboard.unusual.title', { count: hours.length })}</b> {t('dashboard.unusual.rule')}
      </p>
      <ul>
        {hours.slice(0, MOST_SHOWN).map(({ from, to, measure, value, usual, low, high }) => {
          const words = (amount: number) =>
            amounts.exact(Math.round(amount), measure === 'failed' ? 'requests' : measure)
          return (
            <li key={`${from} ${measure}`}>
              <span className={styles.mark} aria-hidden="true">
                ▲
              </span>{' '}
              <ToRows to={logLink({ from, to, calls: measure === 'failed' ? 'failed' : 'charged' })}>
                {formatDayTime(from).slice(0, -3)}
              </ToRows>{' '}
              {t('dashboard.unusual.hour', {
                measure: t(`dashboard.figures.${measure}`),
                value: words(value),
                usual: words(usual),
                low: words(low),
                high: words(high),
              })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Those of a measure, and of failures, which no measure shows. */
export const hoursOf = (hours: readonly UnusualHour[], measure: Measure): UnusualHour[] =>
  hours.filter(hour => hour.measure === measure || hour.measure === 'failed')

/** Under which units of time they lie, by place. */
export function marksOf(hours: readonly UnusualHour[], { times, to }: Pick<Usage, 'times' | 'to'>): Set<number> {
  const within = hours.filter(({ from }) => from >= (times[0] ?? 0) && from < to)
  return new Set(within.map(({ from }) => times.findLastIndex(time => time <= from)))
}
