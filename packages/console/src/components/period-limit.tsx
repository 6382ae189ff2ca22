import { periodEnd, QUOTA_PERIODS } from '@tollgate/contract'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../lib/format.ts'
import type { Limited } from './period-use.tsx'
import { useQuotaText } from './quota.tsx'
import { QuotaInput } from './quota-input.tsx'

/**
 * The form's inputs for a spending limit by period, with the amount used. `limited`: the stored account; absent: it is
 * new.
 */
export function PeriodLimit({ limited }: { limited?: Limited | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item name="quota_period" label={t('limits.period')} extra={t('limits.periodHint')}>
        <Select
          options={[
            { value: '', label: t('limits.none') },
            ...QUOTA_PERIODS.map(period => ({ value: period, label: t(`limits.periods.${period}`) })),
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['quota_period']}>
        {({ getFieldValue }) => {
          const isLimited = getFieldValue('quota_period') !== ''
          return (
            <Form.Item
              name="period_quota"
              label={t('limits.quota')}
              hidden={!isLimited}
              extra={limited && <PeriodUse limited={limited} />}
              rules={isLimited ? [{ type: 'number', min: 1, message: t('limits.quotaRequired') }] : []}
            >
              <QuotaInput />
            </Form.Item>
          )
        }}
      </Form.Item>
    </>
  )
}

function PeriodUse({ limited: { quota_period, period_quota, period_used = 0 } }: { limited: Limited }) {
  const { t } = useTranslation()
  const amount = useQuotaText()
  if (quota_period === '' || period_quota === 0) return null
  const renews = formatTime(periodEnd(quota_period, Date.now() / 1000))
  return t('limits.used', {
    used: amount(period_used),
    limit: amount(period_quota),
    renews,
  })
}
