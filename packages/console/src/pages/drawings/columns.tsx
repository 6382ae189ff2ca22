import type { Drawing } from '@tollgate/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
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
  TextCell,
  TimeCell,
} from '../../components/task-cells.tsx'
import { useMay } from '../../session/user.ts'
import { PictureCell } from './picture.tsx'
import { drawingBadges } from './words.ts'

/** Channel, user, submit result and status are for administrators. */
export function useDrawingColumns(): Column<Drawing>[] {
  const { t } = useTranslation()
  const isAdmin = useMay('logs')
  return useMemo(() => drawingColumns(t, isAdmin), [t, isAdmin])
}

function drawingColumns(t: TFunction, isAdmin: boolean): Column<Drawing>[] {
  const badges = drawingBadges(t)
  const columns: (Column<Drawing> & { forAdmins?: true })[] = [
    {
      key: 'submitted',
      title: t('tasks.columns.submitted'),
      sort: 'submit_time',
      width: 120,
      always: true,
      card: 'field',
      render: row => <TimeCell at={row.submit_time / 1000} />,
    },
    {
      key: 'duration',
      title: t('tasks.columns.duration'),
      width: 84,
      rank: 8,
      card: 'field',
      render: row => <DurationCell from={row.submit_time / 1000} to={row.finish_time / 1000} />,
    },
    {
      key: 'channel',
      title: t('tasks.columns.channel'),
      width: 112,
      maxWidth: 180,
      rank: 4,
      forAdmins: true,
      render: row => <ChannelCell row={row} />,
    },
    {
      key: 'user',
      title: t('tasks.columns.user'),
      width: 88,
      maxWidth: 160,
      rank: 3,
      forAdmins: true,
      optional: true,
      render: row => <UserLink name={row.username} />,
    },
    {
      key: 'action',
      title: t('tasks.columns.action'),
      sort: 'action',
      width: 118,
      card: 'heading',
      render: row => <BadgeCell badge={badges.action(row.action)} word={row.action} />,
    },
    {
      key: 'id',
      title: t('tasks.columns.id'),
      width: 148,
      maxWidth: 220,
      rank: 6,
      render: row => <IdCell id={row.mj_id} what={t('tasks.columns.id')} />,
    },
    {
      key: 'code',
      title: t('drawings.columns.code'),
      width: 104,
      rank: 2,
      forAdmins: true,
      render: row => <BadgeCell badge={badges.code(row.code)} word={String(row.code)} />,
    },
    {
      key: 'status',
      title: t('tasks.columns.status'),
      sort: 'status',
      width: 120,
      rank: 7,
      forAdmins: true,
      render: row => <BadgeCell badge={badges.status(row.status)} word={row.status} />,
    },
    {
      key: 'progress',
      title: t('tasks.columns.progress'),
      width: 112,
      card: 'field',
      render: row => <ProgressCell shape="line" progress={row.progress} hasFailed={row.status === 'FAILURE'} />,
    },
    {
      key: 'picture',
      title: t('drawings.columns.picture'),
      width: 124,
      card: 'field',
      render: row => <PictureCell address={row.image_url} name={row.mj_id} />,
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
      key: 'prompt',
      title: t('drawings.columns.prompt'),
      width: 112,
      maxWidth: 320,
      grows: true,
      render: row => <TextCell text={row.prompt} title={t('drawings.columns.prompt')} />,
    },
    {
      key: 'promptEn',
      title: t('drawings.columns.promptEn'),
      width: 112,
      maxWidth: 240,
      rank: 1,
      render: row => <TextCell text={row.prompt_en} title={t('drawings.columns.promptEn')} />,
    },
    {
      key: 'reason',
      title: t('tasks.columns.reason'),
      width: 112,
      maxWidth: 240,
      rank: 5,
      render: row => <FailureCell row={row} />,
    },
  ]
  return columns.filter(({ forAdmins }) => isAdmin || !forAdmins)
}
