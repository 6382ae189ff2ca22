import { DownOutlined } from '@ant-design/icons'
import type { ModelPreset } from '@tollgate/contract'
import type { MenuProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../../components/menu-button.tsx'
import { useConfirm } from '../../../components/use-confirm.ts'
import { useDeletePreset, usePresets } from './api.ts'
import { KeepDialog } from './keep-dialog.tsx'

/** The operator's lists of models: fill them into a channel, store and delete them. */
export function PresetMenu({ chosen, onFill }: { chosen: string[]; onFill: (models: string[]) => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { data: presets = [] } = usePresets()
  const { mutate: remove } = useDeletePreset()
  const [isKeeping, setKeeping] = useState(false)

  const askAndDelete = async ({ id, name }: ModelPreset) => {
    const agreed = await confirm({
      title: t('channelTools.presets.deleteTitle', { name }),
      consequence: t('channelTools.presets.deleteConsequence'),
      agree: t('components.row.delete'),
      danger: true,
    })
    if (agreed) remove(id)
  }
  const items: NonNullable<MenuProps['items']> = [
    ...presets.map(preset => ({
      key: `fill-${preset.id}`,
      label: t('channelTools.presets.fill', { name: preset.name, count: preset.items.length }),
      onClick: () => onFill(preset.items),
    })),
    ...(presets.length === 0 ? [{ key: 'none', label: t('channelTools.presets.none'), disabled: true }] : []),
    { type: 'divider' },
    {
      key: 'keep',
      label: t('channelTools.presets.keep'),
      disabled: chosen.length === 0,
      onClick: () => setKeeping(true),
    },
    ...(presets.length > 0
      ? [
          {
            key: 'delete',
            label: t('channelTools.presets.delete'),
            children: presets.map(preset => ({
              key: `delete-${preset.id}`,
              label: preset.name,
              danger: true,
              onClick: () => askAndDelete(preset),
            })),
          },
        ]
      : []),
  ]
  return (
    <>
      <MenuButton items={items} size="small" icon={<DownOutlined aria-hidden />} iconPlacement="end">
        {t('channelTools.presets.button')}
      </MenuButton>
      {isKeeping && <KeepDialog presets={presets} models={chosen} onClose={() => setKeeping(false)} />}
    </>
  )
}
