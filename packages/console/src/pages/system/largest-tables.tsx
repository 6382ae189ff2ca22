import type { SystemState } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../components/relative-time.tsx'
import sums from '../../components/sums.module.css'
import { formatBytes, formatNumber } from '../../lib/format.ts'
import styles from './system.module.css'
import { useGrowth } from './use-growth.ts'

const COLUMNS = ['tableSize', 'rows', 'day', 'week'] as const

/** The largest tables of the database with their rows and growth. */
export function LargestTables({ database: { tables, measured_at } }: Pick<SystemState, 'database'>) {
  const { t } = useTranslation()
  const inWords = useGrowth('rows')
  if (measured_at === null || tables.length === 0) return <p>{t('system.storage.notMeasured')}</p>
  return (
    <div className={styles.tables}>
      <p>
        {t('system.storage.measured')} <RelativeTime at={measured_at} />
      </p>
      <table className={sums.sums}>
        <thead>
          <tr>
            <th scope="col">{t('system.storage.table')}</th>
            {COLUMNS.map(column => (
              <th key={column} scope="col">
                {t(`system.storage.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tables.map(({ name, bytes, rows, day, week }) => {
            const values = {
              tableSize: formatBytes(bytes),
              rows: rows === null ? '–' : formatNumber(rows),
              day: inWords(day),
              week: inWords(week),
            }
            return (
              <tr key={name}>
                <th scope="row" translate="no">
                  {name}
                </th>
                {COLUMNS.map(column => (
                  <td key={column} data-label={t(`system.storage.${column}`)}>
                    {values[column]}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
