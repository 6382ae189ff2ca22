import type { Channel } from '@tollgate/contract'
import { Drawer, Form, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useChannel, useCreateChannel, useSaveChannel } from './api.ts'
import {
  type ChannelValues,
  channelOfValues,
  endsInVersion,
  newChannelValues,
  valuesOfChannel,
} from './channel-values.ts'
import { AdvancedSection } from './form-advanced.tsx'
import { ConnectionSection } from './form-connection.tsx'
import { ModelsSection } from './form-models.tsx'
import { RoutingSection } from './form-routing.tsx'

interface ChannelFormProps {
  /** The channel to change; without one, new ones are made. */
  channelId: number | undefined
  onClose: () => void
}

export function ChannelForm({ channelId, onClose }: ChannelFormProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useChannel(channelId)
  if (channelId === undefined || data) return <LoadedForm channel={data} onClose={onClose} />
  return (
    <Drawer open title={t('channels.form.loading')} size={640} onClose={onClose}>
      {error ? <ListError error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 8 }} />}
    </Drawer>
  )
}

function LoadedForm({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<ChannelValues>()
  const confirm = useConfirm()
  const { mutateAsync: create } = useCreateChannel()
  const { mutateAsync: save } = useSaveChannel()

  const submit = async (values: ChannelValues) => {
    if (endsInVersion(values.base_url)) {
      const agreed = await confirm({
        title: t('channels.form.versionTitle'),
        consequence: t('channels.form.versionConsequence'),
        agree: t('channels.form.versionAgree'),
      })
      if (!agreed) return false
    }
    const body = channelOfValues(values)
    await (channel ? save({ id: channel.id, ...body }) : create(body))
    return true
  }

  return (
    <FormDrawer
      title={channel ? t('channels.form.change', { name: channel.name }) : t('channels.add')}
      form={form}
      draft={`channel-${channel?.id ?? 'new'}`}
      secrets={['key', 'setting']}
      initial={channel ? valuesOfChannel(channel) : newChannelValues}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={channel ? undefined : t('channels.form.create')}
    >
      <ConnectionSection channel={channel} />
      <ModelsSection />
      <RoutingSection />
      <AdvancedSection />
    </FormDrawer>
  )
}
