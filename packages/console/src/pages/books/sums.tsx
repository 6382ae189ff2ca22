import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import type { Figures } from './api.ts'
import styles from './books.module.css'

const OWNERS = ['users', 'tokens'] as const

/** balance + open holds = sum of entries, all accounts added up, to the last quota. */
export function Sums({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  return (
    <>
      <table className={styles.sums}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('books.sums.accounts')}</th>
            <th scope="col">{t('books.sums.balance')}</th>
            <td />
            <th scope="col">{t('books.sums.held')}</th>
            <td />
            <th scope="col">{t('books.sums.entered')}</th>
          </tr>
        </thead>
        <tbody>
          {OWNERS.map(owner => {
            const { accounts, balance, held, entered } = figures[owner]
            const isEqual = balance + held === entered
            return (
              <tr key={owner} data-equal={isEqual}>
                <th scope="row">{t(`books.sums.${owner}`)}</th>
                <td data-label={t('books.sums.accounts')}>{formatNumber(accounts)}</td>
                <td data-label={t('books.sums.balance')}>{formatNumber(balance)}</td>
                <td className={styles.sign}>+</td>
                <td data-label={t('books.sums.held')}>{formatNumber(held)}</td>
                <td className={styles.sign}>{isEqual ? '=' : '≠'}</td>
                <td data-label={t('books.sums.entered')}>{formatNumber(entered)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={styles.counts}>
        {t('books.sums.entries', { count: figures.entries, number: formatNumber(figures.entries) })} ·{' '}
        {t('books.sums.openHolds', { count: figures.open_holds, number: formatNumber(figures.open_holds) })}
      </p>
    </>
  )
}
