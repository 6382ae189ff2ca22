import type { Statement } from '@tollgate/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuotaText } from '../../components/quota.tsx'
import { formatNumber, formatTime } from '../../lib/format.ts'
import styles from './statement.module.css'

const DECIMALS = 6

/** Every change of the balance from the opening to the closing one. */
export function StatementTable({ statement }: { statement: Statement }) {
  const { t } = useTranslation()
  const words = useQuotaText()
  const amount = (quota: number) => words(quota, DECIMALS)
  const { entries, calls, other, plan, owed, opening, closing, from, to } = statement
  const line = (key: string, name: ReactNode, count: number | null, quota: number) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      <td>{count === null ? '' : formatNumber(count)}</td>
      <td>{amount(quota)}</td>
    </tr>
  )
  return (
    <>
      <table className={styles.table} aria-label={t('layout.pages.statement')}>
        <thead>
          <tr>
            <th scope="col">{t('statement.item')}</th>
            <th scope="col">{t('statement.count')}</th>
            <th scope="col">{t('statement.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <tr className={styles.total}>
            <th scope="row">{t('statement.opening', { time: formatTime(from) })}</th>
            <td />
            <td>{amount(opening)}</td>
          </tr>
          {entries.map(({ kind, count, quota }) =>
            line(`entry ${kind}`, t(`users.kinds.${kind}`, { defaultValue: kind }), count, quota),
          )}
          {calls.map(({ model, count, quota }) =>
            line(`calls ${model}`, t('statement.calls', { model }), count, 0 - quota),
          )}
          {other !== 0 && line('other', t('statement.otherCalls'), null, 0 - other)}
          {plan !== 0 && line('plan', t('statement.plan'), null, plan)}
          <tr className={styles.total}>
            <th scope="row">{t('statement.closing', { time: formatTime(to) })}</th>
            <td />
            <td>{amount(closing)}</td>
          </tr>
        </tbody>
      </table>
      {owed > 0 && <p className={styles.notes}>{t('statement.owed', { amount: amount(owed) })}</p>}
    </>
  )
}
