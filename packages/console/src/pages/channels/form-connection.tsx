import type { Channel } from '@tollgate/contract'
import { Form, Input, Select, Switch, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../components/form-section.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { en } from '../../phrases/en/index.ts'
import { useChannelTypes } from './api.ts'
import type { ChannelValues } from './channel-values.ts'
import { RevealKey } from './reveal-key.tsx'

/** Address and key of a channel. The chosen type decides which fields are shown. */
export function ConnectionSection({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const typeId = Form.useWatch('type', form)
  const types = useChannelTypes()
  const type = types.find(known => known.type === typeId)
  const [severalKeys, setSeveralKeys] = useState(false)
  const required = { required: !channel, whitespace: true, message: t('channels.form.nameAndKeyRequired') }
  const isMultilineKey = severalKeys || type?.key_has_lines
  const hint = hintOf(type?.id)
  const other = type?.other ?? undefined

  return (
    <FormSection title={t('channels.form.connection')}>
      <Form.Item name="type" label={t('channels.form.type')} extra={hint && t(`channels.typeHints.${hint}`)}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={types
            .filter(known => !known.legacy || known.type === channel?.type)
            .map(known => ({ value: known.type, label: known.name }))}
        />
      </Form.Item>
      <Form.Item name="name" label={t('channels.form.name')} rules={[{ ...required, required: true }]}>
        <Input autoFocus={!channel} maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="key"
        label={t('channels.form.key')}
        rules={[required]}
        extra={
          type?.key_format && (
            <>
              {t('channels.form.keyFormat')} <Typography.Text code>{type.key_format}</Typography.Text>
            </>
          )
        }
      >
        <SecretField
          isSet={channel !== undefined}
          rows={isMultilineKey ? 5 : 1}
          beside={channel && <RevealKey channel={channel} />}
          placeholder={severalKeys ? t('channels.form.severalKeysPlaceholder') : type?.key_format}
        />
      </Form.Item>
      {!channel && (
        <Form.Item
          label={t('channels.form.severalKeys')}
          htmlFor="several-keys"
          layout="horizontal"
          extra={severalKeys && t('channels.form.severalKeysHint')}
        >
          <Switch id="several-keys" checked={severalKeys} onChange={setSeveralKeys} />
        </Form.Item>
      )}
      <Form.Item
        name="base_url"
        label={t('channels.form.baseUrl')}
        extra={type?.base_url ? t('channels.form.baseUrlHint') : t('channels.form.baseUrlNeeded')}
      >
        <Input placeholder={type?.base_url || 'https://'} autoComplete="off" inputMode="url" />
      </Form.Item>
      <Form.Item name="other" label={other && t(`channels.other.${other}`)} hidden={!other}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 8 }} placeholder={other && OTHER_EXAMPLES[other]} />
      </Form.Item>
    </FormSection>
  )
}

const OTHER_EXAMPLES: Record<keyof typeof en.channels.other, string> = {
  api_version: '2025-04-01-preview',
  plugin: 'pdf_extracter',
  region: 'us-central1',
  account_id: 'd6b5da8hk1awo8nap34ube6gh',
}

/** The explanations of some providers, by provider id. */
const hintOf = (id = '') => (id in en.channels.typeHints ? (id as keyof typeof en.channels.typeHints) : undefined)
