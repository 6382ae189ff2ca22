import type { SystemState } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatBytes, formatNumber } from '../../lib/format.ts'
import { LargestTables } from './largest-tables.tsx'
import { Trend } from './trend.tsx'
import { useGrowth } from './use-growth.ts'

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const DAY = 24 * 3600

/** Sizes of the database, its largest tables and Redis, and how they have grown. */
export function Storage({ database, redis }: Pick<SystemState, 'database' | 'redis'>) {
  const { t } = useTranslation()
  const redisFigures = useRedisFigures(redis)
  const { kind, version, bytes, days } = database
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
      <LargestTables database={database} />
    </Panel>
  )
}

function useRedisFigures(redis: SystemState['redis']) {
  const { t } = useTranslation()
  const inWords = useGrowth('keys')
  const label = t('system.storage.redis')
  if (!redis) return [{ label, value: t('system.storage.noRedis') }]
  if (redis.used_bytes === null) return [{ label, value: t('system.storage.redisAway') }]
  return [
    {
      label: `${t('system.storage.memory')} ${redis.version ?? ''}`.trim(),
      value: formatBytes(redis.used_bytes),
      hint: t('system.storage.peak', { most: formatBytes(redis.peak_bytes ?? redis.used_bytes) }),
    },
    ...(redis.keys === null ? [] : [{ label: t('system.storage.keys'), value: formatNumber(redis.keys) }]),
    { label: t('system.storage.redisDay'), value: inWords(redis.day) },
    { label: t('system.storage.redisWeek'), value: inWords(redis.week) },
    { label: t('system.storage.clients'), value: formatNumber(redis.clients ?? 0) },
  ]
}
