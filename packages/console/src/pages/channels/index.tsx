import { PlusOutlined } from '@ant-design/icons'
import { CHANNEL_STATUS } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { generatePath, useLocation, useNavigate, useParams } from 'react-router'
import { ColumnChooser, DataTable, ListPage, useColumnChoice, useListState } from '../../components/data-table/index.ts'
import { paths } from '../../lib/paths.ts'
import { stored, useStored } from '../../lib/storage.ts'
import { useChannelActions } from './actions.tsx'
import { CHANNEL_FILTERS, useChannels } from './api.ts'
import { useChannelColumns } from './columns.tsx'
import { ChannelFilters } from './filters.tsx'
import { ChannelForm } from './form.tsx'

export default function ChannelsPage() {
  const { t } = useTranslation()
  const [idSort, setIdSort] = useStored(stored.channelIdSort)
  const list = useListState(CHANNEL_FILTERS, stored.channelPageSize)
  const columns = useColumnChoice(useChannelColumns(), stored.channelColumns)
  const form = useFormAddress()
  const actions = useChannelActions(channel => form.open(generatePath(paths.editChannel, { id: String(channel.id) })))

  const addChannel = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => form.open(paths.addChannel)}>
      {t('channels.add')}
    </Button>
  )

  return (
    <ListPage title={t('layout.pages.channels')} intro={t('channels.intro')} aside={addChannel}>
      <ChannelFilters list={list} idSort={idSort} onIdSort={setIdSort} end={<ColumnChooser choice={columns} />} />
      <DataTable
        list={list}
        query={useChannels(list, idSort)}
        columns={columns.visible}
        nameOf={channel => channel.name}
        actions={actions}
        isDimmed={channel => channel.status !== CHANNEL_STATUS.enabled}
        first={{ title: t('channels.emptyTitle'), hint: t('channels.emptyHint'), action: addChannel }}
      />
      {form.shown && <ChannelForm key={form.channelId} channelId={form.channelId} onClose={form.close} />}
    </ListPage>
  )
}

/** The form has addresses of its own, over the list as it is filtered. */
function useFormAddress() {
  const { id } = useParams()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const open = (path: string) => navigate({ pathname: path, search })
  return {
    open,
    close: () => open(paths.channels),
    shown: id !== undefined || pathname === paths.addChannel,
    channelId: id === undefined ? undefined : Number(id),
  }
}
