import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { formatNumber } from '../../lib/format.ts'
import { useIsAdmin } from '../../session/user.ts'
import type { LogRow } from './api.ts'
import { ChannelCell, isCall, ModelCell, PromptCell, RetryCell, TimingCell, TypeTag } from './cells.tsx'
import { CALL_DECIMALS } from './receipt-table.tsx'
import { UserCell } from './user-cell.tsx'

export function useLogColumns(): Column<LogRow>[] {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()

  const time: Column<LogRow> = {
    key: 'time',
    title: t('log.columns.time'),
    width: 108,
    always: true,
    card: 'field',
    render: row => <RelativeTime at={row.created_at} />,
  }
  const forAdmins: Column<LogRow>[] = [
    { key: 'channel', title: t('log.columns.channel'), width: 104, render: row => <ChannelCell row={row} /> },
    {
      key: 'retry',
      title: t('log.columns.retry'),
      width: 72,
      optional: true,
      render: row => <RetryCell row={row} />,
    },
    { key: 'username', title: t('log.columns.user'), width: 72, render: row => <UserCell row={row} /> },
  ]
  const forAll: Column<LogRow>[] = [
    { key: 'token', title: t('log.columns.token'), width: 104, render: row => row.token_name },
    { key: 'group', title: t('log.columns.group'), width: 64, render: row => row.group },
    { key: 'type', title: t('log.columns.type'), width: 88, render: row => <TypeTag type={row.type} /> },
    {
      key: 'model',
      title: t('log.columns.model'),
      width: 128,
      grows: true,
      card: 'heading',
      render: row => <ModelCell row={row} />,
    },
    {
      key: 'timing',
      title: t('log.columns.timing'),
      width: 166,
      card: 'field',
      render: row => <TimingCell row={row} />,
    },
    {
      key: 'prompt',
      title: t('log.columns.prompt'),
      width: 128,
      numeric: true,
      render: row => <PromptCell row={row} />,
    },
    {
      key: 'completion',
      title: t('log.columns.completion'),
      width: 62,
      numeric: true,
      render: row => isCall(row) && formatNumber(row.completion_tokens),
    },
    {
      key: 'quota',
      title: t('log.columns.quota'),
      width: 94,
      numeric: true,
      card: 'field',
      render: row => row.quota !== 0 && <Quota value={row.quota} decimals={isCall(row) ? CALL_DECIMALS : undefined} />,
    },
  ]
  return isAdmin ? [time, ...forAdmins, ...forAll] : [time, ...forAll]
}
