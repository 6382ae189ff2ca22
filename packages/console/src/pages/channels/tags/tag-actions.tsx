import { EditOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../../components/data-table/index.ts'
import { useSwitchTag } from './api.ts'
import type { TagLine } from './tag-lines.ts'

/** Actions on all channels of a tag. */
export function useTagActions(edit: (tag: TagLine) => void): (tag: TagLine) => RowAction[] {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: switchTag } = useSwitchTag()
  const turn = (tag: string, isOn: boolean) =>
    switchTag(
      { tag, isOn },
      { onSuccess: () => message.success(t(`channelTools.tags.${isOn ? 'enabled' : 'disabled'}`, { tag })) },
    )

  return line => [
    {
      key: 'enable',
      label: t('channelTools.tags.enable'),
      icon: <PlayCircleOutlined />,
      onClick: () => turn(line.tag, true),
    },
    {
      key: 'disable',
      label: t('channelTools.tags.disable'),
      icon: <PauseCircleOutlined />,
      onClick: () => turn(line.tag, false),
    },
    {
      key: 'edit',
      label: t('channelTools.tags.edit'),
      icon: <EditOutlined />,
      frequent: true,
      onClick: () => edit(line),
    },
  ]
}
