import { CloudDownloadOutlined, CopyOutlined, KeyOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { CHANNEL_STATUS, type Channel } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type RowAction, useUsualActions } from '../../components/data-table/index.ts'
import { useMay } from '../../session/user.ts'
import { useCopyChannel, useDeleteChannel, useSwitchChannel } from './api.ts'
import { useTagActions } from './tags/tag-actions.tsx'
import { type ChannelLine, isTagLine, type TagLine } from './tags/tag-lines.ts'

/** Details of a channel or tag that open beside the list. */
interface Opens {
  edit: (channel: Channel) => void
  models: (channel: Channel) => void
  test: (channel: Channel) => void
  keys: (channel: Channel) => void
  tag: (line: TagLine) => void
}

/** Actions on a line: one channel, or all channels of a tag. */
export function useChannelActions({ edit, models, test, keys, tag }: Opens): (line: ChannelLine) => RowAction[] {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const mayOperate = useMay('channels.operate')
  const mayChange = useMay({ any: ['channels.operate', 'channels.keys'] })
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

  const tagActions = useTagActions(tag)

  return channel => {
    if (isTagLine(channel)) return tagActions(channel)
    const [turnIt, editIt, deleteIt] = usualActions(channel)
    const copyIt = { key: 'copy', label: t('channels.copy'), icon: <CopyOutlined />, onClick: () => duplicate(channel) }
    const fetchModels = {
      key: 'models',
      label: t('channelTools.models.fetch'),
      icon: <CloudDownloadOutlined />,
      onClick: () => models(channel),
    }
    const testIt = {
      key: 'test',
      label: t('channelTests.test'),
      icon: <ThunderboltOutlined />,
      onClick: () => test(channel),
    }
    const showKeys = {
      key: 'keys',
      label: t('channelKeys.open'),
      icon: <KeyOutlined />,
      onClick: () => keys(channel),
    }
    const operating: RowAction[] = [turnIt, testIt, copyIt, fetchModels, deleteIt]
    const all: RowAction[] = [turnIt, editIt, testIt, copyIt, showKeys, fetchModels, deleteIt]
    return all.map(action => {
      const isAllowed = operating.includes(action) ? mayOperate : action === editIt ? mayChange : true
      return isAllowed ? action : { ...action, disabled: true }
    })
  }
}
