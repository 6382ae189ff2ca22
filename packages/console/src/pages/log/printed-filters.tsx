import { type Page, splitList } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { ListState } from '../../components/data-table/index.ts'
import { formatNumber, formatTime, zoneName } from '../../lib/format.ts'
import { ANY_CAUSE, LOG_FILTERS, type LogFilter, type LogRow } from './api.ts'
import { typeWords } from './cells.tsx'
import styles from './log.module.css'

/** Describes the rows on paper: their time, the filters, and how many of how many. */
export function PrintedFilters({ list, page }: { list: ListState<LogFilter>; page: Page<LogRow> | undefined }) {
  const { t } = useTranslation()
  const { start_timestamp, end_timestamp, ...rest } = list.filters
  const period = [
    start_timestamp && t('log.printed.since', { from: formatTime(Number(start_timestamp)) }),
    end_timestamp && t('log.printed.until', { to: formatTime(Number(end_timestamp)) }),
  ].filter(Boolean)
  const filters = LOG_FILTERS.filter(isNoTime).flatMap(name =>
    rest[name] ? [`${nameOf(name)} ${wordsOf(name, rest[name])}`] : [],
  )
  const first = (list.page - 1) * list.pageSize
  const rows = page && {
    from: formatNumber(Math.min(first + 1, page.total)),
    to: formatNumber(first + page.items.length),
    total: formatNumber(page.total),
  }
  return (
    <p className={styles.printed}>
      {t('log.printed.period')}: {period.join(' ') || t('log.printed.all')}.{' '}
      {t('log.printed.zone', { zone: zoneName() })} {t('log.printed.filters')}:{' '}
      {filters.join(', ') || t('log.printed.none')}. {rows && t('log.printed.rows', rows)}
    </p>
  )

  function nameOf(name: NoTime): string {
    return name === 'channel' ? t('log.columns.channel') : t(`log.filters.${name}`)
  }

  function wordsOf(name: NoTime, values: string): string {
    return splitList(values)
      .map(value => wordOf(name, value))
      .join(', ')
  }

  function wordOf(name: NoTime, value: string): string {
    if (name === 'error_code' && value === ANY_CAUSE) return t('log.anyCause')
    if (name !== 'type') return value
    const type = Number(value)
    return type in typeWords ? t(`log.types.${typeWords[type as keyof typeof typeWords]}`) : value
  }
}

type NoTime = Exclude<LogFilter, 'start_timestamp' | 'end_timestamp'>
const isNoTime = (name: LogFilter): name is NoTime => name !== 'start_timestamp' && name !== 'end_timestamp'
