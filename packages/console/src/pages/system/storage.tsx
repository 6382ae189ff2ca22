import type { SystemState } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import sums from '../../components/sums.module.css'
import { formatBytes, formatNumber } from '../../lib/format.ts'
import { Trend } from './trend.tsx'

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const DAY = 24 * 3600

/** Sizes of the database and of Redis, and how the database has grown. */
export function Storage({ database, redis }: Pick<SystemState, 'database' | 'redis'>) {
  const { t } = useTranslation()
  const redisFigures = useRedisFigures(redis)
  const { kind, version, bytes, days, tables } = database
  const sizes = days.map(day => day.bytes)
  const [first] = days
  const last = days.at(-1)
  const span = first && last ? Math.round((last.day - first.day) / DAY) : 0
  return (
    <Panel title={t('system.storage.title')} hint={t('system.storage.hint')}>
      <Figures
        figures={[
          {
            label: t('system.storage.databaseVersion', { name: NAMES[kind], version }),
            value: formatBytes(bytes),
          },
          {
            label: t('system.storage.growthOf', { count: Math.max(1, span) }),
            value: first && span > 0 ? formatBytes(bytes - first.bytes) : t('system.storage.noGrowth'),
          },
          ...redisFigures,
        ]}
      />
      <Trend wide values={sizes} label={t('system.storage.chart', { most: formatBytes(Math.max(0, ...sizes)) })} />
      {tables.length > 0 && (
        <table className={sums.sums}>
          <thead>
            <tr>
              <th scope="col">{t('system.storage.table')}</th>
              <th scope="col">{t('system.storage.tableSize')}</th>
            </tr>
          </thead>
          <tbody translate="no">
            {tables.map(({ name, bytes }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label={t('system.storage.tableSize')}>{formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

function useRedisFigures(redis: SystemState['redis']) {
  const { t } = useTranslation()
  const label = t('system.storage.redis')
  if (!redis) return [{ label, value: t('system.storage.noRedis') }]
  if (redis.used_bytes === null) return [{ label, value: t('system.storage.redisAway') }]
  return [
    {
      label: `${t('system.storage.memory')} ${redis.version ?? ''}`.trim(),
      value: formatBytes(redis.used_bytes),
      hint: t('system.storage.peak', { most: formatBytes(redis.peak_bytes ?? redis.used_bytes) }),
    },
    { label: t('system.storage.clients'), value: formatNumber(redis.clients ?? 0) },
  ]
}
