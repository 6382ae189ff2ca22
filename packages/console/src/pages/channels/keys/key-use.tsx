import { KEY_SPREADS } from '@tollgate/contract'
import { Form, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelValues } from '../channel-values.ts'

/** How a new channel's form uses several keys: one channel per key, or one channel with all of them. */
export function KeyUse({ isAsked }: { isAsked: boolean }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  useEffect(() => {
    if (!isAsked) form.setFieldValue('key_spread', '')
  }, [isAsked, form])
  return (
    <Form.Item name="key_spread" label={t('channelKeys.usedAs')} hidden={!isAsked}>
      <Select
        options={[
          { value: '', label: t('channelKeys.uses.channels') },
          ...KEY_SPREADS.map(spread => ({ value: spread, label: t(`channelKeys.uses.${spread}`) })),
        ]}
      />
    </Form.Item>
  )
}
