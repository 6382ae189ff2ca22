import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './moving-in.module.css'

const PRICES = ['source', 'ours'] as const
const SUBSCRIPTIONS = ['list', 'credit'] as const
const DEBTS = ['keep', 'forgive'] as const
const LOGS = ['all', 'since', 'none'] as const

export interface ChoiceFields {
  prices: (typeof PRICES)[number]
  subscriptions: (typeof SUBSCRIPTIONS)[number]
  debts: (typeof DEBTS)[number]
  logs: (typeof LOGS)[number]
  /** A day, as the browser's field writes it. */
  day: string
}

export const NO_CHOICES: ChoiceFields = {
  prices: 'source',
  subscriptions: 'list',
  debts: 'keep',
  logs: 'all',
  day: '',
}

/** The part of the log to import, in the contract's terms; undefined: a day is missing. */
export function logsSince({ logs, day }: ChoiceFields): number | null | undefined {
  if (logs === 'all') return 0
  if (logs === 'none') return null
  const ms = Date.parse(day)
  return Number.isNaN(ms) || ms < 0 ? undefined : Math.floor(ms / 1000)
}

interface ChoicesProps {
  value: ChoiceFields
  onChange: (value: ChoiceFields) => void
}

/** The operator's decisions before the source is read. */
export function Choices({ value, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item label={t('movingIn.prices.title')} extra={t('movingIn.prices.hint')}>
        <Radio.Group
          aria-label={t('movingIn.prices.title')}
          value={value.prices}
          onChange={({ target }) => onChange({ ...value, prices: target.value })}
          options={PRICES.map(one => ({ value: one, label: t(`movingIn.prices.${one}`) }))}
        />
      </Form.Item>
      <Form.Item label={t('movingIn.subscriptions.title')} extra={t('movingIn.subscriptions.hint')}>
        <Radio.Group
          aria-label={t('movingIn.subscriptions.title')}
          value={value.subscriptions}
          onChange={({ target }) => onChange({ ...value, subscriptions: target.value })}
          options={SUBSCRIPTIONS.map(one => ({ value: one, label: t(`movingIn.subscriptions.${one}`) }))}
        />
      </Form.Item>
      <Form.Item label={t('movingIn.debts.title')} extra={t('movingIn.debts.hint')}>
        <Radio.Group
          aria-label={t('movingIn.debts.title')}
          value={value.debts}
          onChange={({ target }) => onChange({ ...value, debts: target.value })}
          options={DEBTS.map(one => ({ value: one, label: t(`movingIn.debts.${one}`) }))}
        />
      </Form.Item>
      <Form.Item label={t('movingIn.logs.title')} extra={t('movingIn.logs.hint')}>
        <div className={styles.inLine}>
          <Radio.Group
            aria-label={t('movingIn.logs.title')}
            value={value.logs}
            onChange={({ target }) => onChange({ ...value, logs: target.value })}
            options={LOGS.map(one => ({ value: one, label: t(`movingIn.logs.${one}`) }))}
          />
          {value.logs === 'since' && (
            <Input
              type="date"
              className={styles.day}
              aria-label={t('movingIn.logs.since')}
              value={value.day}
              onChange={({ target }) => onChange({ ...value, day: target.value })}
            />
          )}
        </div>
      </Form.Item>
    </>
  )
}
