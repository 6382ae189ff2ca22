import { CopyOutlined, DeleteOutlined, EditOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { CHANNEL_STATUS, type Channel } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../components/data-table/index.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useUndoToast } from '../../components/use-undo-toast.tsx'
import { useChangeChannel, useCopyChannel, useDeleteChannel } from './api.ts'

/** What can be done to one channel. */
export function useChannelActions(edit: (channel: Channel) => void): (channel: Channel) => RowAction[] {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const toastWithUndo = useUndoToast()
  const { mutate: change } = useChangeChannel()
  const { mutate: copy } = useCopyChannel()
  const { mutate: remove } = useDeleteChannel()

  const turn = ({ id, name, status: before }: Channel, isOn: boolean) => {
    const said = t(isOn ? 'channels.enabled' : 'channels.disabled', { name })
    // an automatic switch-off cannot be brought back, only off by hand
    const undone = before === CHANNEL_STATUS.enabled ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled
    const undo = () => change({ id, status: undone })
    const status = isOn ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled
    change({ id, status }, { onSuccess: () => toastWithUndo(said, undo) })
  }
  const duplicate = ({ id, name }: Channel) =>
    copy(
      { id, name: t('channels.copyName', { name }) },
      {
        onSuccess: () => message.success(t('channels.copied', { name })),
        onError: error => message.error(t('channels.copyFailed', { message: error.message })),
      },
    )
  const askAndDelete = async ({ id, name }: Channel) => {
    const agreed = await confirm({
      title: t('channels.deleteTitle', { name }),
      consequence: t('channels.deleteConsequence'),
      agree: t('channels.delete'),
      danger: true,
    })
    if (agreed) remove(id)
  }

  return channel => {
    const isOn = channel.status === CHANNEL_STATUS.enabled
    return [
      {
        key: 'switch',
        label: isOn ? t('channels.disable') : t('channels.enable'),
        icon: isOn ? <PauseCircleOutlined /> : <PlayCircleOutlined />,
        frequent: true,
        onClick: () => turn(channel, !isOn),
      },
      { key: 'edit', label: t('channels.edit'), icon: <EditOutlined />, frequent: true, onClick: () => edit(channel) },
      { key: 'copy', label: t('channels.copy'), icon: <CopyOutlined />, onClick: () => duplicate(channel) },
      {
        key: 'delete',
        label: t('channels.delete'),
        icon: <DeleteOutlined />,
        danger: true,
        onClick: () => askAndDelete(channel),
      },
    ]
  }
}
