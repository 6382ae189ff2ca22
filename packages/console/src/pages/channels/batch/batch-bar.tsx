import { CHANNEL_STATUS, type Channel, calls } from '@tollgate/contract'
import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkBar } from '../../../components/data-table/index.ts'
import { BatchProgress } from '../../../components/many/batch-progress.tsx'
import type { Planned } from '../../../components/many/planned.ts'
import { type Deed, useBatch } from '../../../components/many/use-batch.ts'
import { usePlanned } from '../../../components/many/use-planned.ts'
import { useConfirm } from '../../../components/use-confirm.ts'
import { send } from '../../../lib/call.ts'
import { CHANGED } from '../api.ts'
import { ChangeChannels } from './change-channels.tsx'
import { MoveModels } from './move-models.tsx'
import { type ChannelFields, onlyChanged, planChanges } from './plan-changes.ts'
import { TagDialog } from './tag-dialog.tsx'

interface BatchBarProps {
  selected: Channel[]
  onClear: () => void
  /** The button that selects all channels that pass the filters. */
  selectAll: ReactNode
}

/** Actions on the selected channels. */
export function BatchBar({ selected, onClear, selectAll }: BatchBarProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const batch = useBatch(CHANGED)
  const make = usePlanned(batch)
  const [opened, setOpened] = useState<'tag' | 'change' | 'move'>()
  const count = selected.length
  const ids = (channels: Channel[]) => channels.map(({ id }) => id)

  const change = async (title: string, planned: readonly Planned[]) => {
    setOpened(undefined)
    if (await make(title, planned)) onClear()
  }
  /** The same fields for all. */
  const setFields = (title: string, fields: ChannelFields) =>
    change(
      title,
      planChanges(selected, channel => onlyChanged(channel, fields)),
    )
  const start = async (deed: Deed<Channel>, keepsSelection = false) => {
    const { isWhole, done } = await batch.run(deed, selected)
    if (!keepsSelection) onClear()
    if (isWhole) message.success(t('channelTools.batch.done', { count: done }))
  }
  const withSelection = (none: string, act: () => void) => () => {
    if (count === 0) message.warning(none)
    else act()
  }
  const askAndDelete = async () => {
    const agreed = await confirm({
      title: t('channelTools.batch.deleteTitle', { count }),
      consequence: t('channels.deleteConsequence'),
      agree: t('components.row.delete'),
      danger: true,
    })
    if (!agreed) return
    const act = (channels: Channel[]) => send(calls.manyChannels.remove, { body: { ids: ids(channels) } })
    await start({ title: t('channelTools.batch.deleting'), atOnce: 20, act })
  }
  const test = ([channel]: Channel[]) =>
    channel ? send(calls.channelTests.test, { params: { id: channel.id }, query: { model: '' } }) : Promise.resolve()
  const askBalance = ([channel]: Channel[]) =>
    channel ? send(calls.channelTests.updateBalance, { params: { id: channel.id } }) : Promise.resolve()
  const choose = t('channelTools.batch.choose')
  const { chooseForTag, chooseForDelete } = {
    chooseForTag: t('channelTools.batch.chooseForTag'),
    chooseForDelete: t('channelTools.batch.chooseForDelete'),
  }
  const { enabled, disabled } = CHANNEL_STATUS
  const buttons = [
    ['enable', choose, () => setFields(t('channelTools.batch.enabling'), { status: enabled })],
    ['disable', choose, () => setFields(t('channelTools.batch.disabling'), { status: disabled })],
    ['change', choose, () => setOpened('change')],
    ['tag', chooseForTag, () => setOpened('tag')],
    ['test', choose, () => start({ title: t('channelTools.batch.testing'), act: test }, true)],
    ['balance', choose, () => start({ title: t('channelTools.batch.askingBalances'), act: askBalance }, true)],
  ] as const

  return (
    <BulkBar count={count} onClear={onClear} stays>
      {selectAll}
      {buttons.map(([name, none, act]) => (
        <Button key={name} size="small" onClick={withSelection(none, () => void act())}>
          {t(`channelTools.batch.${name}`)}
        </Button>
      ))}
      <Button size="small" onClick={() => setOpened('move')}>
        {t('channelTools.batch.move')}
      </Button>
      <Button size="small" danger onClick={withSelection(chooseForDelete, askAndDelete)}>
        {t('channelTools.batch.delete')}
      </Button>
      {opened === 'tag' && (
        <TagDialog
          count={count}
          onTag={tag => setFields(t('channelTools.batch.tagging'), { tag: tag ?? '' })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'change' && (
        <ChangeChannels
          channels={selected}
          onChange={planned => change(t('channelTools.batch.changing'), planned)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'move' && (
        <MoveModels
          selected={selected}
          onChange={planned => change(t('channelTools.batch.changing'), planned)}
          onClose={() => setOpened(undefined)}
        />
      )}
      <BatchProgress batch={batch} />
    </BulkBar>
  )
}
