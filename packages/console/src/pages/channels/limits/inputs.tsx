import { Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ChannelValues } from '../channel-values.ts'
import styles from '../channels.module.css'
import { LIMITS, readSetting, withLimit } from './setting-limits.ts'

/** The limits of a channel, which are stored in its `setting`: changing one changes that text. */
export function LimitInputs() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const text = Form.useWatch('setting', { form, preserve: true }) ?? ''
  const setting = readSetting(text)
  return (
    <Form.Item
      label={t('limits.channel')}
      extra={setting ? t('limits.channelHint') : undefined}
      validateStatus={setting ? undefined : 'warning'}
      help={setting ? undefined : t('limits.settingInvalid')}
    >
      <div className={styles.limits}>
        {LIMITS.map(name => (
          <Form.Item key={name} label={t(`limits.${name}`)} htmlFor={name}>
            <InputNumber
              id={name}
              min={0}
              max={1_000_000_000}
              precision={0}
              disabled={!setting}
              value={Number(setting?.[name] ?? 0)}
              onChange={value => form.setFieldValue('setting', withLimit(text, name, value ?? 0))}
            />
          </Form.Item>
        ))}
      </div>
    </Form.Item>
  )
}
