import { QUOTA_PERIODS, type User } from '@tollgate/contract'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { QuotaInput } from '../quota-input.tsx'

/** The changes to several users or tokens; undefined: unchanged. */
export interface AccountValues {
  status?: 'on' | 'off' | undefined
  group?: string | undefined
  quota_period?: User['quota_period'] | undefined
  period_quota: number
}

export const NO_CHANGES: AccountValues = { period_quota: 0 }

interface AccountChangesProps {
  values: AccountValues
  onChange: (values: AccountValues) => void
  groups: string[]
}

/** The fields for status, group and spending limit of several users or tokens. */
export function AccountChanges({ values, onChange, groups }: AccountChangesProps) {
  const { t } = useTranslation()
  const set = (change: Partial<AccountValues>) => onChange({ ...values, ...change })
  const choice = { allowClear: true, placeholder: t('components.many.unchanged') }
  return (
    <>
      <Form.Item label={t('components.many.status')} htmlFor="many-status">
        <Select
          {...choice}
          id="many-status"
          value={values.status}
          onChange={status => set({ status })}
          options={[
            { value: 'on', label: t('components.row.enable') },
            { value: 'off', label: t('components.row.disable') },
          ]}
        />
      </Form.Item>
      <Form.Item label={t('components.many.group')} htmlFor="many-group">
        <Select
          {...choice}
          id="many-group"
          showSearch
          value={values.group}
          onChange={group => set({ group })}
          options={groups.map(group => ({ value: group, label: group }))}
        />
      </Form.Item>
      <Form.Item label={t('limits.period')} htmlFor="many-period">
        <Select
          {...choice}
          id="many-period"
          value={values.quota_period}
          onChange={quota_period => set({ quota_period })}
          options={[
            { value: '', label: t('limits.none') },
            ...QUOTA_PERIODS.map(period => ({ value: period, label: t(`limits.periods.${period}`) })),
          ]}
        />
      </Form.Item>
      {values.quota_period && (
        <Form.Item label={t('limits.quota')} htmlFor="many-limit">
          <QuotaInput id="many-limit" value={values.period_quota} onChange={period_quota => set({ period_quota })} />
        </Form.Item>
      )}
    </>
  )
}
