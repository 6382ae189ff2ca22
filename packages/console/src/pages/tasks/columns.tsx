import type { Task } from '@tollgate/contract'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { UserLink } from '../../components/links/index.tsx'
import {
  BadgeCell,
  ChannelCell,
  CostCell,
  DurationCell,
  FailureCell,
  IdCell,
  ProgressCell,
  TextDialog,
  TimeCell,
} from '../../components/task-cells.tsx'
import { useMay } from '../../session/user.ts'
import { taskBadges } from './words.ts'

/** Channel and user are for administrators. */
export function useTaskColumns(): Column<Task>[] {
  const { t } = useTranslation()
  const isAdmin = useMay('logs')
  return useMemo(() => taskColumns(t, isAdmin), [t, isAdmin])
}

function taskColumns(t: TFunction, isAdmin: boolean): Column<Task>[] {
  const badges = taskBadges(t)
  const columns: (Column<Task> & { forAdmins?: true })[] = [
    {
      key: 'submitted',
      title: t('tasks.columns.submitted'),
      sort: 'submit_time',
      width: 120,
      always: true,
      card: 'field',
      render: row => <TimeCell at={row.submit_time} />,
    },
    {
      key: 'finished',
      title: t('tasks.columns.finished'),
      sort: 'finish_time',
      width: 120,
      rank: 1,
      render: row => <TimeCell at={row.finish_time} />,
    },
    {
      key: 'progress',
      title: t('tasks.columns.progress'),
      width: 76,
      card: 'field',
      render: row => <ProgressCell shape="circle" progress={row.progress} hasFailed={row.status === 'FAILURE'} />,
    },
    {
      key: 'duration',
      title: t('tasks.columns.duration'),
      width: 76,
      rank: 6,
      card: 'field',
      render: row => <DurationCell from={row.submit_time} to={row.finish_time} />,
    },
    {
      key: 'channel',
      title: t('tasks.columns.channel'),
      width: 104,
      maxWidth: 180,
      rank: 3,
      forAdmins: true,
      render: row => <ChannelCell row={row} />,
    },
    {
      key: 'user',
      title: t('tasks.columns.user'),
      width: 88,
      maxWidth: 160,
      rank: 2,
      forAdmins: true,
      optional: true,
      render: row => <UserLink name={row.username} />,
    },
    {
      key: 'platform',
      title: t('tasks.columns.platform'),
      sort: 'platform',
      width: 96,
      maxWidth: 130,
      rank: 4,
      card: 'field',
      render: row => <BadgeCell badge={badges.platform(row.platform)} word={row.platform} />,
    },
    {
      key: 'action',
      title: t('tasks.columns.action'),
      sort: 'action',
      width: 132,
      maxWidth: 180,
      rank: 7,
      card: 'heading',
      render: row => <BadgeCell badge={badges.action(row.action)} word={row.action} />,
    },
    {
      key: 'id',
      title: t('tasks.columns.id'),
      width: 150,
      grows: true,
      render: row => <TaskId row={row} />,
    },
    {
      key: 'status',
      title: t('tasks.columns.status'),
      sort: 'status',
      width: 148,
      card: 'field',
      render: row => <BadgeCell badge={badges.status(row.status)} word={row.status} />,
    },
    {
      key: 'cost',
      title: t('tasks.columns.cost'),
      sort: 'quota',
      width: 132,
      numeric: true,
      card: 'field',
      render: row => <CostCell quota={row.quota} refunded={row.refunded} />,
    },
    {
      key: 'reason',
      title: t('tasks.columns.reason'),
      width: 112,
      maxWidth: 260,
      rank: 5,
      render: row => <FailureCell row={row} />,
    },
  ]
  return columns.filter(({ forAdmins }) => isAdmin || !forAdmins)
}

/** The id; a press shows the whole record. */
function TaskId({ row }: { row: Task }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IdCell id={row.task_id} what={t('tasks.columns.id')} onOpen={() => setOpen(true)} />
      {isOpen && (
        <TextDialog
          isCode
          title={t('tasks.record')}
          text={JSON.stringify(row, null, 2)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
