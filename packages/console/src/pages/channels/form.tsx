import { type Channel, type ChannelConflict, calls } from '@tollgate/contract'
import { App, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { Below } from '../../components/form-section.tsx'
import { LoadingDrawer } from '../../components/loading-drawer.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { CallError } from '../../lib/call.ts'
import { useAllowedMembers } from '../../session/allowed-members.ts'
import { type NewChannel, useChannel, useCreateChannel, useSaveChannel } from './api.ts'
import {
  type ChannelValues,
  channelOfValues,
  endsInVersion,
  newChannelValues,
  valuesOfChannel,
} from './channel-values.ts'
import { ConflictDialog } from './conflict/conflict-dialog.tsx'
import { AdvancedSection } from './form-advanced.tsx'
import { ConnectionSection } from './form-connection.tsx'
import { ModelsSection } from './form-models.tsx'
import { RoutingSection } from './form-routing.tsx'
import { useTellCreated } from './use-tell-created.ts'

interface ChannelFormProps {
  /** The channel to change; absent: new ones are made. */
  channelId: number | undefined
  onClose: () => void
}

export function ChannelForm({ channelId, onClose }: ChannelFormProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useChannel(channelId)
  if (channelId === undefined || data) return <LoadedForm channel={data} onClose={onClose} />
  return (
    <LoadingDrawer
      title={t('channels.form.loading')}
      error={error}
      errorTitle={t('channels.form.loadFailed')}
      onRetry={refetch}
      onClose={onClose}
    />
  )
}

interface OpenConflict extends ChannelConflict {
  body: NewChannel
  /** The channel when the changes began. */
  opened: NewChannel
  /** Called with whether the change is stored after all. */
  decide(isStored: boolean): void
}

function LoadedForm({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<ChannelValues>()
  const confirm = useConfirm()
  const { mutateAsync: create } = useCreateChannel()
  const { mutateAsync: save, isPending: isSaving } = useSaveChannel()
  const initial = channel ? valuesOfChannel(channel) : newChannelValues
  const allowed = useAllowedMembers(calls.channels.update)
  const tellCreated = useTellCreated()
  const [conflict, setConflict] = useState<OpenConflict>()

  /** Resolves to whether it is stored; if the channel was changed in the meantime, once the dialog is answered. */
  const store = async (body: NewChannel, opened: NewChannel, version: number | undefined): Promise<boolean> => {
    try {
      if (channel) await save({ id: channel.id, version, ...allowed(body, opened) })
      else tellCreated(await create(body))
      return true
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'channel_changed_meanwhile') throw error
      // the call reports the differences
      const differing = error.data as ChannelConflict
      return new Promise(decide => setConflict({ ...differing, body, opened, decide }))
    }
  }

  const submit = async (values: ChannelValues, madeFrom: { values: ChannelValues; version: number | undefined }) => {
    if (endsInVersion(values.base_url)) {
      const agreed = await confirm({
        title: t('channels.form.versionTitle'),
        consequence: t('channels.form.versionConsequence'),
        agree: t('channels.form.versionAgree'),
        back: t('channels.form.versionBack'),
      })
      if (!agreed) return false
    }
    return store(channelOfValues(values), channelOfValues(madeFrom.values), madeFrom.version)
  }
  const storeAfterAll = async (body: NewChannel, { opened, version, decide }: OpenConflict) => {
    try {
      const isStored = await store(body, opened, version)
      if (isStored) setConflict(undefined)
      decide(isStored)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      message.error(error.message)
    }
  }
  const giveUp = () => {
    conflict?.decide(false)
    setConflict(undefined)
  }

  return (
    <FormDrawer
      title={channel ? t('channels.form.change', { name: channel.name }) : t('channels.add')}
      form={form}
      draft={`channel-${channel?.id ?? 'new'}`}
      secrets={['key', 'setting']}
      initial={initial}
      version={channel?.version}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={channel ? undefined : t('channels.form.create')}
    >
      <ConnectionSection channel={channel} />
      <Below>
        <ModelsSection channel={channel} />
      </Below>
      <RoutingSection />
      <AdvancedSection />
      {channel && conflict && (
        <ConflictDialog
          key={conflict.version}
          channel={channel}
          opened={conflict.opened}
          body={conflict.body}
          conflict={conflict}
          isSaving={isSaving}
          onSave={body => storeAfterAll(body, conflict)}
          onClose={giveUp}
        />
      )}
    </FormDrawer>
  )
}
