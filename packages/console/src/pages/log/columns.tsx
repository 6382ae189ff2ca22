import { LOG_TYPE } from '@tollgate/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { Quota } from '../../components/quota.tsx'
import { formatQuota } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useMay } from '../../session/user.ts'
import type { LogRow } from './api.ts'
import { CALL_DECIMALS, decimalsInRow } from './call-decimals.ts'
import {
  CHANNEL_TAG_WIDTH,
  ChannelCell,
  CompletionCell,
  channelText,
  completionText,
  isCall,
  isCredit,
  ModelCell,
  PromptCell,
  promptText,
  RetryCell,
  TimingCell,
  TypeTag,
} from './cells.tsx'
import { listedColumn, listedColumnsBut } from './listed-columns.tsx'
import { LogTime, TimeHeading } from './log-time.tsx'
import { UserCell } from './user-cell.tsx'

export function useLogColumns(): Column<LogRow>[] {
  const { t } = useTranslation()
  const isAdmin = useMay('logs')
  const site = useStatus()
  return useMemo(() => logColumns(t, isAdmin, site), [t, isAdmin, site])
}

function logColumns(t: TFunction, isAdmin: boolean, site: Parameters<typeof formatQuota>[1]): Column<LogRow>[] {
  const time: Column<LogRow> = {
    key: 'time',
    title: t('log.columns.time'),
    sort: 'created_at',
    heading: <TimeHeading />,
    width: 112,
    always: true,
    card: 'field',
    render: row => <LogTime at={row.created_at} />,
  }
  const forAdmins: Column<LogRow>[] = [
    {
      key: 'channel',
      title: t('log.columns.channel'),
      width: 76,
      maxWidth: 160,
      readable: 152,
      text: channelText,
      around: CHANNEL_TAG_WIDTH,
      rank: 7,
      render: row => <ChannelCell row={row} />,
    },
    {
      key: 'retry',
      title: t('log.columns.retry'),
      width: 72,
      rank: 3,
      optional: true,
      render: row => <RetryCell row={row} />,
    },
    {
      key: 'username',
      title: t('log.columns.user'),
      width: 72,
      maxWidth: 160,
      readable: 120,
      text: ({ username }) => username,
      rank: 8,
      render: row => <UserCell row={row} />,
    },
  ]
  const forAll: Column<LogRow>[] = [
    { ...listedColumn('token_name'), key: 'token', readable: 120, text: ({ token_name }) => token_name },
    listedColumn('group'),
    { key: 'type', title: t('log.columns.type'), width: 88, rank: 2, render: row => <TypeTag type={row.type} /> },
    ...listedColumnsBut(['token_name', 'group', 'tokens'], isAdmin),
    {
      key: 'model',
      title: t('log.columns.model'),
      width: 112,
      maxWidth: 280,
      readable: 152,
      text: row => (isCall(row) ? row.model_name : ''),
      grows: true,
      card: 'heading',
      spansRest: row => row.type === LOG_TYPE.error || (!isCall(row) && (row.quota === 0 || 'quota')),
      render: row => <ModelCell row={row} />,
    },
    {
      key: 'timing',
      title: t('log.columns.timing'),
      sorts: [
        { by: 'duration', title: t('log.sorts.duration') },
        { by: 'first_token_ms', title: t('log.sorts.firstByte') },
      ],
      width: 164,
      rank: 6,
      card: 'field',
      render: row => <TimingCell row={row} />,
    },
    {
      key: 'prompt',
      title: t('log.columns.prompt'),
      sort: 'prompt_tokens',
      width: 84,
      rank: 5,
      numeric: true,
      text: promptText,
      render: row => <PromptCell row={row} />,
    },
    {
      key: 'completion',
      title: t('log.columns.completion'),
      sort: 'completion_tokens',
      width: 72,
      rank: 4,
      numeric: true,
      text: completionText,
      render: row => <CompletionCell row={row} />,
    },
    { ...listedColumn('tokens'), sort: 'tokens' },
    {
      key: 'quota',
      title: t('log.columns.quota'),
      sort: 'quota',
      width: 80,
      numeric: true,
      card: 'field',
      text: row => (row.quota === 0 ? '' : formatQuota(row.quota, site, decimalsInRow(row.quota, site))),
      render: row =>
        row.quota !== 0 && (
          <Quota
            value={row.quota}
            decimals={decimalsInRow(row.quota, site)}
            exactDecimals={isCall(row) ? CALL_DECIMALS : undefined}
            isCredit={isCredit(row)}
          />
        ),
    },
  ]
  return isAdmin ? [time, ...forAdmins, ...forAll] : [time, ...forAll]
}
