import { DeleteOutlined, DownOutlined, ToolOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../components/menu-button.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useDeleteDisabled, useRepair } from './api.ts'

/** Actions on all channels. */
export function PageActions() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { mutate: deleteDisabled, isPending: isDeleting } = useDeleteDisabled()
  const { mutate: repair, isPending: isRepairing } = useRepair()

  const askAndDelete = async () => {
    const agreed = await confirm({
      title: t('channelTools.deleteDisabledTitle'),
      consequence: t('channelTools.deleteDisabledConsequence'),
      agree: t('components.row.delete'),
      danger: true,
    })
    if (!agreed) return
    deleteDisabled(undefined, {
      onSuccess: count => message.success(t('channelTools.deletedDisabled', { count })),
    })
  }
  const repairAndTell = () =>
    repair(undefined, {
      onSuccess: count =>
        message.success(count > 0 ? t('channelTools.repaired', { count }) : t('channelTools.repairedNothing')),
    })

  return (
    <MenuButton
      placement="bottomRight"
      items={[
        { key: 'repair', label: t('channelTools.repair'), icon: <ToolOutlined />, onClick: repairAndTell },
        {
          key: 'deleteDisabled',
          label: t('channelTools.deleteDisabled'),
          icon: <DeleteOutlined />,
          danger: true,
          onClick: askAndDelete,
        },
      ]}
      loading={isDeleting || isRepairing}
      icon={<DownOutlined aria-hidden />}
      iconPlacement="end"
    >
      {t('channelTools.more')}
    </MenuButton>
  )
}
