import type { Channel } from '@tollgate/contract'
import { Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../components/form-section.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import type { en } from '../../phrases/en/index.ts'
import { i18n, withPhrases } from '../../phrases/index.ts'
import { useChannelTypes } from './api.ts'
import type { ChannelValues } from './channel-values.ts'
import styles from './channels.module.css'
import { KeyUse } from './keys/key-use.tsx'
import { OTHER_DEFAULTS, OTHER_EXAMPLES, OTHER_NEEDED } from './other-field.ts'
import { RevealKey } from './reveal-key.tsx'
import { typeName, typeWords } from './type-words.ts'

const PasteCall = lazyPart(() => withPhrases(['channels', 'channelEditors'], import('./paste/index.tsx')))

/** Address and key of a channel. The chosen type decides which fields are shown. */
export function ConnectionSection({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const typeId = Form.useWatch('type', form)
  const types = useChannelTypes()
  const type = types.find(known => known.type === typeId)
  const [severalKeys, setSeveralKeys] = useState(false)
  const required = { required: !channel, whitespace: true, message: t('channels.form.nameAndKeyRequired') }
  const isMultilineKey = severalKeys || Boolean(channel?.key_spread) || type?.key_has_lines
  const hint = hintOf(type?.id)
  const other = type?.other ?? undefined
  const fillOther = (chosen: number) => {
    const kind = types.find(known => known.type === chosen)?.other
    form.setFieldValue('other', (kind && OTHER_DEFAULTS[kind]) ?? (chosen === channel?.type ? channel.other : ''))
  }

  return (
    <FormSection title={t('channels.form.connection')}>
      {!channel && (
        <div className={styles.paste}>
          <PasteCall />
        </div>
      )}
      <Form.Item name="type" label={t('channels.form.type')} extra={hint && t(`channels.typeHints.${hint}`)}>
        <Select
          onChange={fillOther}
          showSearch={{ optionFilterProp: 'words' }}
          options={types
            .filter(known => !known.legacy || known.type === channel?.type)
            .map(known => ({ value: known.type, label: typeName(known), words: typeWords(known) }))}
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
          (channel?.key_spread || type?.key_format) && (
            <>
              {channel?.key_spread && <div>{t('channelKeys.replacesAll', { name: channel.name })}</div>}
              {type?.key_format && (
                <>
                  {t('channels.form.keyFormat')} <code>{type.key_format}</code>
                </>
              )}
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
      {!channel && <KeyUse isAsked={severalKeys} />}
      <Form.Item
        name="base_url"
        label={t('channels.form.baseUrl')}
        extra={type?.base_url ? t('channels.form.baseUrlHint') : t('channels.form.baseUrlNeeded')}
      >
        <Input placeholder={type?.base_url || 'https://'} autoComplete="off" inputMode="url" />
      </Form.Item>
      <Form.Item
        name="other"
        label={other && t(`channels.other.${other}`)}
        hidden={!other}
        rules={[
          {
            required: other && OTHER_NEEDED.includes(other),
            whitespace: true,
            message: t('channels.form.otherRequired'),
          },
        ]}
      >
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 8 }} placeholder={other && OTHER_EXAMPLES[other]} />
      </Form.Item>
    </FormSection>
  )
}

/** Notes on some providers, by provider id. */
const hintOf = (id = '') =>
  i18n.exists(`channels.typeHints.${id}`) ? (id as keyof typeof en.channels.typeHints) : undefined
