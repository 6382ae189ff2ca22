import { type Channel, channelTypeOf, channelTypes } from '@tollgate/contract'
import { Form, Input, Select, Switch, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../components/form-section.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import type { en } from '../../phrases/en/index.ts'
import { type ChannelValues, valuesOfType } from './channel-values.ts'
import { RevealKey } from './reveal-key.tsx'

/** Where calls go and with which key. What a type needs appears when the type is chosen. */
export function ConnectionSection({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const typeId = Form.useWatch('type', form)
  const type = channelTypeOf(typeId ?? 0)
  const [severalKeys, setSeveralKeys] = useState(false)
  const required = { required: !channel, whitespace: true, message: t('channels.form.nameAndKeyRequired') }
  const isMultilineKey = severalKeys || type?.keyFormat?.includes('JSON')
  const hint = hintOf(typeId)

  return (
    <FormSection title={t('channels.form.connection')}>
      <Form.Item name="type" label={t('channels.form.type')} extra={hint && t(`channels.typeHints.type${hint}`)}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          onChange={id => form.setFieldsValue(valuesOfType(id, form.getFieldsValue(['other', 'models'])))}
          options={channelTypes
            .filter(({ id, legacy }) => !legacy || id === channel?.type)
            .map(({ id, name }) => ({ value: id, label: name }))}
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
          type?.keyFormat && (
            <>
              {t('channels.form.keyFormat')} <Typography.Text code>{type.keyFormat}</Typography.Text>
            </>
          )
        }
      >
        <SecretField
          isSet={channel !== undefined}
          rows={isMultilineKey ? 5 : 1}
          beside={channel && <RevealKey channel={channel} />}
          placeholder={severalKeys ? t('channels.form.severalKeysPlaceholder') : type?.keyFormat}
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
        extra={type?.baseUrl ? t('channels.form.baseUrlHint') : t('channels.form.baseUrlNeeded')}
      >
        <Input placeholder={type?.baseUrl ?? 'https://'} autoComplete="off" inputMode="url" />
      </Form.Item>
      <Form.Item name="other" label={type?.other && t(`channels.other.${type.other}`)} hidden={!type?.other}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 8 }} placeholder={type?.other && OTHER_EXAMPLES[type.other]} />
      </Form.Item>
    </FormSection>
  )
}

const OTHER_EXAMPLES: Record<keyof typeof en.channels.other, string> = {
  api_version: '2025-04-01-preview',
  spark_version: 'v2.1',
  knowledge_id: '123456',
  plugin: 'pdf_extracter',
  region: 'us-central1',
  account_id: 'd6b5da8hk1awo8nap34ube6gh',
  bot_id: '7342866812345',
}

/** The types that need a sentence of explanation. */
const HINTED_TYPES = [3, 8, 18, 21, 22, 33, 36, 37, 39, 40, 41, 45, 49] as const

const hintOf = (typeId: number | undefined) => HINTED_TYPES.find(id => id === typeId)
