import { PlusOutlined } from '@ant-design/icons'
import { CHANNEL_STATUS, type Channel } from '@tollgate/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { generatePath, useLocation, useNavigate, useParams } from 'react-router'
import {
  ColumnChooser,
  DataTable,
  ListPage,
  useColumnChoice,
  useListState,
  ViewsMenu,
} from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { SelectAll } from '../../components/many/select-all.tsx'
import { QuietNews } from '../../components/quiet-news.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { withPhrases } from '../../phrases/index.ts'
import { useMay } from '../../session/user.ts'
import { NextStep } from '../first-steps/next-step.tsx'
import { useChannelActions } from './actions.tsx'
import { CHANNEL_FILTERS, pageOfChannels, readChannels, useChannel, useChannels } from './api.ts'
import styles from './channels.module.css'
import { useChannelColumns } from './columns.tsx'
import { ChannelFilters, useChannelView } from './filters.tsx'
import { HealthButton } from './health/index.tsx'
import { OfAllRowsProvider } from './of-all-rows.tsx'
import { PageActions } from './page-actions.tsx'
import type { ChannelLine, TagLine } from './tags/tag-lines.ts'
import { AskedTest } from './tests/asked-test.tsx'
import { CheckAll } from './tests/check-all.tsx'
import { useLiveChannels } from './use-live-channels.ts'

const BatchBar = lazyPart(async () => ({ default: (await import('./batch/batch-bar.tsx')).BatchBar }))
const ChannelForm = lazyForm(
  () => import('./form.tsx').then(file => file.ChannelForm),
  ({ channelId }) => useChannel(channelId),
)
const ChannelKeysDrawer = lazyForm(() => import('./keys/channel-keys-drawer.tsx').then(file => file.ChannelKeysDrawer))
const TagForm = lazyForm(() =>
  withPhrases(['channels', 'channelTools', 'channelEditors'], import('./tags/tag-form.tsx')).then(file => file.TagForm),
)
const TestDialog = lazyForm(() => import('./tests/test-dialog.tsx').then(file => file.TestDialog))
const ChannelModels = lazyForm(() => import('./upstream-models/channel-models.tsx').then(file => file.ChannelModels))

export default function ChannelsPage() {
  const { t } = useTranslation()
  const view = useChannelView()
  const list = useListState(CHANNEL_FILTERS, stored.channelPageSize, 'channels')
  const columns = useColumnChoice(useChannelColumns(), stored.channelColumns)
  const query = useChannels(list, view)
  const isAnotherPage = useLiveChannels(pageOfChannels(list, view))
  const form = useFormAddress()
  const models = useOpened<Channel>()
  const tests = useOpened<Channel>()
  const keys = useOpened<Channel>()
  const tag = useOpened<TagLine>()
  const [selected, setSelected] = useState<Channel[]>([])
  const actions = useChannelActions({
    edit: channel => form.open(generatePath(paths.editChannel, { id: String(channel.id) })),
    models: models.open,
    test: tests.open,
    keys: keys.open,
    tag: tag.open,
  })

  const mayAdd = useMay({ all: ['channels.operate', 'channels.keys'] })
  const mayOperate = useMay('channels.operate')

  const addChannel = (
    <Button type="primary" icon={<PlusOutlined />} disabled={!mayAdd} onClick={() => form.open(paths.addChannel)}>
      {t('channels.add')}
    </Button>
  )
  const first = view.tagMode
    ? { title: t('channelTools.noTagsTitle'), hint: t('channelTools.noTagsHint'), action: addChannel }
    : { title: t('channels.emptyTitle'), hint: t('channels.emptyHint'), action: addChannel }

  return (
    <ListPage
      form={ChannelForm}
      title={t('layout.pages.channels')}
      intro={t('channels.intro')}
      aside={
        <div className={styles.pageActions}>
          <HealthButton />
          {mayOperate && <CheckAll />}
          {mayOperate && <PageActions />}
          {addChannel}
        </div>
      }
    >
      <ChannelFilters
        list={list}
        end={
          <>
            <ViewsMenu list="channels" columns={columns.visible} />
            <ColumnChooser choice={columns} sorting={list} />
          </>
        }
      />
      {view.selecting && mayOperate && (
        <BatchBar
          selected={selected}
          onClear={() => setSelected([])}
          selectAll={
            !view.tagMode && (
              <SelectAll
                total={query.data?.total ?? 0}
                selected={selected.length}
                read={readChannels(list, view)}
                onSelect={setSelected}
              />
            )
          }
        />
      )}
      {view.tagMode && <span className={styles.secondary}>{t('channelTools.untaggedHidden')}</span>}
      <div>
        <QuietNews
          text={isAnotherPage && !query.isError ? t('channels.changed') : undefined}
          onShow={() => void query.refetch()}
        />
        <OfAllRowsProvider>
          <DataTable
            list={list}
            query={query}
            columns={columns.visible}
            keepsLeftOut
            layout={columns.layout}
            onLeftOut={columns.onLeftOut}
            nameOf={channel => channel.name}
            actions={actions}
            isDimmed={channel => channel.status !== CHANNEL_STATUS.enabled}
            selection={view.selecting ? { selected, onSelect: lines => setSelected(channelsOf(lines)) } : undefined}
            first={first}
          />
        </OfAllRowsProvider>
      </div>
      {form.shown && <ChannelForm key={form.channelId} channelId={form.channelId} onClose={form.close} />}
      {models.opened?.row && (
        <ChannelModels key={models.opened.key} channel={models.opened.row} onClose={models.close} />
      )}
      {tests.opened?.row && <TestDialog key={tests.opened.key} channel={tests.opened.row} onClose={tests.close} />}
      <AskedTest />
      {tag.opened?.row && <TagForm key={tag.opened.key} tag={tag.opened.row.tag} onClose={tag.close} />}
      {keys.opened?.row && <ChannelKeysDrawer key={keys.opened.key} channel={keys.opened.row} onClose={keys.close} />}
      <NextStep />
    </ListPage>
  )
}

/** A tag stands for its channels. */
const channelsOf = (lines: ChannelLine[]): Channel[] => [
  ...new Map(lines.flatMap(line => line.children ?? line).map(channel => [channel.id, channel])).values(),
]

/** The form has its own addresses, over the filtered list. */
function useFormAddress() {
  const { id } = useParams()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const open = (path: string) => navigate({ pathname: path, search })
  return {
    open,
    // the page may have been left while the form was closing
    close: () => window.location.pathname === pathname && open(paths.channels),
    shown: id !== undefined || pathname === paths.addChannel,
    channelId: id === undefined ? undefined : Number(id),
  }
}
