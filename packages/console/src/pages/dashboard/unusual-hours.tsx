import type { UnusualHour } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatDayTime, formatNumber } from '../../lib/format.ts'
import type { DashboardFilters, View } from './api.ts'
import styles from './dashboard.module.css'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'
import { useAmounts } from './use-words.ts'

const MOST_SHOWN = 6

interface UnusualListProps {
  hours: readonly UnusualHour[]
  list: DashboardFilters
  view: View
}

/** The unusual hours, the usual values, and the rule. */
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
            measure === 'quota' ? amounts.short(Math.round(amount), measure) : formatNumber(Math.round(amount))
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
