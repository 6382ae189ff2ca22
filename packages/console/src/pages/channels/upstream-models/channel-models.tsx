import { type Channel, splitList } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useChangeChannel } from '../api.ts'
import { readMapping } from './diff-models.ts'
import { ModelsDialog } from './models-dialog.tsx'

/** The models of a stored channel, saved at once. */
export function ChannelModels({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: save, isPending } = useChangeChannel()
  const { id, name, version } = channel
  const take = (models: string[]) =>
    save(
      { id, version, models: models.join(',') },
      {
        onSuccess: () => {
          message.success(t('channelTools.models.saved', { name }))
          onClose()
        },
      },
    )
  return (
    <ModelsDialog
      title={t('channelTools.models.titleOf', { name })}
      upstream={{ id }}
      served={splitList(channel.models)}
      mapping={readMapping(channel.model_mapping)}
      isSaving={isPending}
      onTake={take}
      onClose={onClose}
    />
  )
}
