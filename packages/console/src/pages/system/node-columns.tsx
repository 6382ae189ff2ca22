import type { SystemNode } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { formatBytes, formatDuration, formatNumber, formatShare } from '../../lib/format.ts'
import styles from './system.module.css'
import { Trend } from './trend.tsx'

/** A heartbeat is due every 1.8 seconds. */
const LATE_MS = 8_000
const MEASURES = {
  cpu: (value: number) => formatShare(value, 0),
  memory: formatBytes,
  lag: (value: number) => formatDuration(value / 1000),
} as const

export function useNodeColumns(): Column<SystemNode>[] {
  const { t } = useTranslation()
  const measured = (measure: keyof typeof MEASURES, rank: number): Column<SystemNode> => ({
    key: measure,
    title: t(`system.nodes.${measure}`),
    width: 176,
    rank,
    card: 'titled-field',
    render: ({ told }) => <Measured told={told} measure={measure} />,
  })
  return [
    {
      key: 'name',
      title: t('system.nodes.name'),
      width: 200,
      grows: true,
      card: 'heading',
      render: node =>
        node.told ? (
          <span translate="no">{t('system.nodes.worker', node.told)}</span>
        ) : (
          <StatusDot kind="off" label={node.id.slice(0, 8)} reason={t('system.nodes.silent')} />
        ),
    },
    {
      key: 'heartbeat',
      title: t('system.nodes.heartbeat'),
      width: 136,
      card: 'field',
      render: ({ silent_ms }) => (
        <StatusDot
          kind={silent_ms < LATE_MS ? 'good' : 'broken'}
          label={t('system.nodes.ago', { time: formatDuration(silent_ms / 1000) })}
        />
      ),
    },
    measured('cpu', 6),
    measured('memory', 5),
    measured('lag', 4),
    {
      key: 'version',
      title: t('system.nodes.version'),
      width: 84,
      rank: 2,
      card: 'titled-field',
      render: ({ told }) => told?.version ?? '–',
    },
    {
      key: 'started',
      title: t('system.nodes.started'),
      width: 116,
      rank: 3,
      card: 'titled-field',
      render: ({ told }) => (told ? <RelativeTime at={told.started_at} /> : '–'),
    },
    {
      key: 'leases',
      title: t('system.nodes.leases'),
      width: 84,
      rank: 1,
      numeric: true,
      card: 'titled-field',
      render: ({ leases }) => formatNumber(leases),
    },
    {
      key: 'held',
      title: t('system.nodes.held'),
      width: 116,
      rank: 0,
      numeric: true,
      card: 'titled-field',
      render: ({ held }) => <Quota value={held} />,
    },
    {
      key: 'disk',
      title: t('system.nodes.disk'),
      width: 116,
      rank: 1,
      numeric: true,
      card: 'titled-field',
      render: ({ told }) =>
        told?.disk_free != null && told.disk_size
          ? `${formatBytes(told.disk_free)} (${formatShare(told.disk_free / told.disk_size, 0)})`
          : '–',
    },
  ]
}

function Measured({ told, measure }: { told: SystemNode['told']; measure: keyof typeof MEASURES }) {
  const { t } = useTranslation()
  if (!told) return '–'
  const words = MEASURES[measure]
  const values = told.vitals.map(moment => moment[measure])
  const label = t('system.nodes.chart', {
    measure: t(`system.nodes.${measure}`),
    most: words(Math.max(0, ...values)),
  })
  return (
    <span className={styles.measured}>
      <span>{words(values.at(-1) ?? 0)}</span>
      <Trend values={values} label={label} />
    </span>
  )
}
