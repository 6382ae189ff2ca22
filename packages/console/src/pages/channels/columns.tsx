import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import {
  GroupsCell,
  IdCell,
  LastHourCell,
  ModelsCell,
  MoneyCell,
  NameCell,
  NumberCell,
  ResponseCell,
  StateCell,
  TagCell,
  TypeCell,
} from './cells.tsx'
import type { ChannelLine } from './tags/tag-lines.ts'

export function useChannelColumns(): Column<ChannelLine>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('channels.columns.name'),
        sort: 'name',
        width: 124,
        maxWidth: 280,
        grows: true,
        always: true,
        card: 'heading',
        render: channel => <NameCell channel={channel} />,
      },
      {
        key: 'id',
        title: t('channels.columns.id'),
        sort: 'id',
        width: 44,
        rank: 3,
        numeric: true,
        render: channel => <IdCell channel={channel} />,
      },
      {
        key: 'type',
        title: t('channels.columns.type'),
        sort: 'type',
        width: 148,
        maxWidth: 190,
        rank: 5,
        render: channel => <TypeCell channel={channel} />,
      },
      {
        key: 'status',
        title: t('channels.columns.status'),
        sort: 'status',
        width: 124,
        card: 'field',
        render: channel => <StateCell channel={channel} />,
      },
      {
        key: 'hour',
        title: t('channelHealth.title'),
        sorts: [
          { by: 'success', title: t('channelHealth.figures.success') },
          { by: 'first_token_ms', title: t('channelHealth.figures.firstToken') },
          { by: 'under_cost', title: t('channelHealth.troubles.under_cost') },
        ],
        width: 184,
        card: 'field',
        render: channel => <LastHourCell channel={channel} />,
      },
      {
        key: 'response',
        title: t('channels.columns.response'),
        sort: 'response_time',
        width: 84,
        rank: 0,
        card: 'field',
        render: channel => <ResponseCell channel={channel} />,
      },
      {
        key: 'money',
        title: t('channels.columns.money'),
        sorts: [
          { by: 'used_quota', title: t('channels.sorts.used') },
          { by: 'balance', title: t('channels.sorts.balance') },
        ],
        width: 148,
        numeric: true,
        card: 'field',
        render: channel => <MoneyCell channel={channel} />,
      },
      {
        key: 'priority',
        title: t('channels.columns.priority'),
        sort: 'priority',
        width: 96,
        rank: 8,
        numeric: true,
        render: channel => <NumberCell channel={channel} field="priority" />,
      },
      {
        key: 'weight',
        title: t('channels.columns.weight'),
        sort: 'weight',
        width: 64,
        rank: 4,
        numeric: true,
        render: channel => <NumberCell channel={channel} field="weight" />,
      },
      {
        key: 'models',
        title: t('channels.columns.models'),
        width: 72,
        rank: 7,
        numeric: true,
        render: channel => <ModelsCell channel={channel} />,
      },
      {
        key: 'group',
        title: t('channels.columns.group'),
        width: 76,
        maxWidth: 150,
        rank: 2,
        render: channel => <GroupsCell channel={channel} />,
      },
      {
        key: 'tag',
        title: t('channels.columns.tag'),
        sort: 'tag',
        width: 84,
        maxWidth: 140,
        rank: 1,
        render: channel => <TagCell channel={channel} />,
      },
    ],
    [t],
  )
}
