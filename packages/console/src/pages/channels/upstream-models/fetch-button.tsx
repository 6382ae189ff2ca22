import type { Channel } from '@tollgate/contract'
import { App, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelValues } from '../channel-values.ts'
import type { Upstream } from './api.ts'
import { readMapping } from './diff-models.ts'
import { ModelsDialog } from './models-dialog.tsx'

/** Fetches the models of the channel in the form around it. */
export function FetchButton({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const form = Form.useFormInstance<ChannelValues>()
  const [upstream, setUpstream] = useState<Upstream>()

  const open = () => {
    const values = form.getFieldsValue(true) as ChannelValues
    const { type, key, base_url, other, setting } = values
    if (key.trim() !== '') setUpstream({ type, key, base_url, other, setting })
    else if (!channel) message.error(t('channelTools.models.keyNeeded'))
    // the stored key is only sent to the stored address
    else if (isElsewhere(channel, values)) message.error(t('channelTools.models.keyNeededToFetch'))
    else setUpstream({ id: channel.id })
  }
  return (
    <>
      <Button size="small" onClick={open}>
        {t('channelTools.models.fetch')}
      </Button>
      {upstream && (
        <ModelsDialog
          title={t('channelTools.models.title')}
          upstream={upstream}
          served={form.getFieldValue('models')}
          mapping={readMapping(form.getFieldValue('model_mapping'))}
          onTake={models => {
            form.setFieldValue('models', models)
            setUpstream(undefined)
          }}
          onClose={() => setUpstream(undefined)}
        />
      )}
    </>
  )
}

const isElsewhere = (channel: Channel, values: ChannelValues) =>
  (['type', 'base_url', 'other', 'setting'] as const).some(field => channel[field] !== values[field])
