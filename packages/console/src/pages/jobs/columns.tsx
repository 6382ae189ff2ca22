import type { JobState } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { Hint } from '../../components/hint/index.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StatusDot, type StatusKind } from '../../components/status-dot.tsx'
import { formatDuration, formatNumber, formatSpan } from '../../lib/format.ts'

export type JobRow = JobState & { id: string }

export const kinds: Record<JobState['state'], StatusKind> = {
  never_run: 'off',
  running: 'resting',
  succeeded: 'good',
  failed: 'broken',
  interrupted: 'resting',
}

export function useJobColumns(): Column<JobRow>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      title: t('jobs.columns.name'),
      width: 210,
      grows: true,
      card: 'heading',
      render: ({ name }) => (
        <Hint title={t(`jobs.explanations.${name}`)}>
          <span>{t(`jobs.names.${name}`)}</span>
        </Hint>
      ),
    },
    {
      key: 'state',
      title: t('jobs.columns.state'),
      width: 200,
      card: 'field',
      render: ({ state, handled, error }) => (
        <StatusDot
          kind={kinds[state]}
          label={t(`jobs.states.${state}`, { count: handled })}
          reason={error && <span translate="no">{error}</span>}
        />
      ),
    },
    {
      key: 'started',
      title: t('jobs.columns.started'),
      width: 116,
      rank: 4,
      card: 'titled-field',
      render: ({ started_at }) => (started_at > 0 ? <RelativeTime at={started_at} /> : '–'),
    },
    {
      key: 'took',
      title: t('jobs.columns.took'),
      width: 84,
      rank: 3,
      numeric: true,
      card: 'titled-field',
      render: ({ state, started_at, finished_at }) =>
        state !== 'running' && finished_at > 0 && finished_at >= started_at
          ? formatDuration(finished_at - started_at)
          : '–',
    },
    {
      key: 'due',
      title: t('jobs.columns.due'),
      width: 116,
      maxWidth: 140,
      card: 'titled-field',
      render: ({ due_at, started_at, interval_seconds }) =>
        interval_seconds === 0 ? (
          '–'
        ) : started_at > 0 && due_at * 1000 > Date.now() ? (
          <RelativeTime at={due_at} />
        ) : (
          t('jobs.dueNow')
        ),
    },
    {
      key: 'interval',
      title: t('jobs.columns.interval'),
      width: 132,
      rank: 2,
      render: ({ interval_seconds }) => (interval_seconds > 0 ? formatSpan(interval_seconds) : t('jobs.byHand')),
    },
    {
      key: 'runs',
      title: t('jobs.columns.runs'),
      width: 92,
      rank: 1,
      numeric: true,
      render: ({ runs }) => formatNumber(runs),
    },
  ]
}
