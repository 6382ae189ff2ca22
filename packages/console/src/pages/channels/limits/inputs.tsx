import { CHANNEL_LIMITS, limitsIn } from '@tollgate/contract'
import { Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { Beside } from '../../../components/example/beside.tsx'
import { Outcome } from '../../../components/example/outcome.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { labelled } from '../../../lib/join-words.ts'
import type { ChannelValues } from '../channel-values.ts'
import styles from '../channels.module.css'
import { limitOf, readSetting, withLimit } from './setting-limits.ts'

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
      <Beside label={t('limits.channel')} outcome={<AtTheLimit setting={setting} />}>
        <div className={styles.limits}>
          {CHANNEL_LIMITS.map(name => (
            <Form.Item key={name} label={t(`limits.${name}`)} htmlFor={name}>
              <InputNumber
                id={name}
                min={0}
                max={1_000_000_000}
                precision={0}
                disabled={!setting}
                value={limitOf(setting, name)}
                onChange={value => form.setFieldValue('setting', withLimit(text, name, value ?? 0))}
              />
            </Form.Item>
          ))}
        </div>
      </Beside>
    </Form.Item>
  )
}

/** What becomes of a call once a limit is reached; nothing without limits. */
function AtTheLimit({ setting }: { setting: Readonly<Record<string, unknown>> | null }) {
  const { t } = useTranslation()
  const limits = limitsIn({
    concurrency_limit: limitOf(setting, 'concurrency_limit'),
    rpm_limit: limitOf(setting, 'rpm_limit'),
    tpm_limit: limitOf(setting, 'tpm_limit'),
  })
  if (limits.length === 0) return null
  return (
    <Outcome
      parts={[
        {
          label: t('channelEditors.atLimit.full'),
          lines: limits.map(({ name, limit }) => labelled(t(`limits.${name}`), formatNumber(limit))),
        },
        {
          label: t('channelEditors.atLimit.next'),
          lines: [],
          sentences: [`→ ${t('channelEditors.atLimit.elsewhere')}`, `→ ${t('channelEditors.atLimit.refused')}`],
        },
      ]}
    />
  )
}
