import { CheckCircleOutlined, DeleteOutlined, StopOutlined, SwapOutlined } from '@ant-design/icons'
import type { ChannelKey } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../../components/data-table/index.ts'
import { useConfirm } from '../../../components/use-confirm.ts'
import type { KeyChange } from './api.ts'

/** Actions on one key. */
export function useKeyActions(
  change: (made: KeyChange) => void,
  replace: (key: ChannelKey) => void,
): (key: ChannelKey) => RowAction[] {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return key => {
    const { id, position, state } = key
    const remove = async () => {
      const agreed = await confirm({
        title: t('channelKeys.removeTitle', { position }),
        consequence: t('channelKeys.removeConsequence'),
        agree: t('channelKeys.remove'),
        danger: true,
      })
      if (agreed) change({ kind: 'remove', key: id })
    }
    // A resting key can be enabled at once.
    const isOff = state !== 'ok'
    const turn = (enabled: boolean) => () => change({ kind: 'turn', key: id, enabled })
    return [
      isOff
        ? {
            key: 'turn',
            label: t('channelKeys.enable'),
            icon: <CheckCircleOutlined />,
            frequent: true,
            onClick: turn(true),
          }
        : {
            key: 'turn',
            label: t('channelKeys.disable'),
            icon: <StopOutlined />,
            frequent: true,
            onClick: turn(false),
          },
      { key: 'replace', label: t('channelKeys.replace'), icon: <SwapOutlined />, onClick: () => replace(key) },
      { key: 'remove', label: t('channelKeys.remove'), icon: <DeleteOutlined />, danger: true, onClick: remove },
    ]
  }
}
