import { CopyOutlined } from '@ant-design/icons'
import { CHANNEL_STATUS, type Channel } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type RowAction, useUsualActions } from '../../components/data-table/index.ts'
import { useCopyChannel, useDeleteChannel, useSwitchChannel } from './api.ts'

/** What can be done to one channel. */
export function useChannelActions(edit: (channel: Channel) => void): (channel: Channel) => RowAction[] {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: switchChannel } = useSwitchChannel()
  const { mutate: copy } = useCopyChannel()
  const { mutate: remove } = useDeleteChannel()

  const usualActions = useUsualActions<Channel>({
    isOn: ({ status }) => status === CHANNEL_STATUS.enabled,
    turn: ({ id }, isOn, then) => switchChannel({ id, isOn }, then),
    edit,
    question: ({ name }) => ({
      title: t('channels.deleteTitle', { name }),
      consequence: t('channels.deleteConsequence'),
    }),
    remove: ({ id }) => remove(id),
  })
  const duplicate = ({ id, name }: Channel) =>
    copy(
      { id, name: t('channels.copyName', { name }) },
      {
        onSuccess: () => message.success(t('channels.copied', { name })),
        onError: error => message.error(t('channels.copyFailed', { message: error.message })),
      },
    )

  return channel => {
    const [turnIt, editIt, deleteIt] = usualActions(channel)
    const copyIt = { key: 'copy', label: t('channels.copy'), icon: <CopyOutlined />, onClick: () => duplicate(channel) }
    return [turnIt, editIt, copyIt, deleteIt]
  }
}
