import { useTranslation } from 'react-i18next'
import sums from '../../components/sums.module.css'
import { formatNumber } from '../../lib/format.ts'
import type { Figures, Running } from './api.ts'
import styles from './books.module.css'

const OWNERS = ['users', 'tokens'] as const

/** Free and leased quota together equal the sum of all accounts' entries, exactly. */
export function Sums({ figures, running }: { figures: Figures; running: Running }) {
  const { t } = useTranslation()
  return (
    <>
      <table className={sums.sums}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('books.sums.accounts')}</th>
            <th scope="col">{t('books.sums.free')}</th>
            <td />
            <th scope="col">{t('books.sums.leased')}</th>
            <td />
            <th scope="col">{t('books.sums.entered')}</th>
            <th scope="col">{t('books.sums.owed')}</th>
          </tr>
        </thead>
        <tbody>
          {OWNERS.map(owner => {
            const { accounts, free, leased, entered, owed } = figures[owner]
            const isEqual = free + leased === entered
            return (
              <tr key={owner} className={isEqual ? undefined : styles.unequal}>
                <th scope="row">{t(`books.sums.${owner}`)}</th>
                <td data-label={t('books.sums.accounts')}>{formatNumber(accounts)}</td>
                <td data-label={t('books.sums.free')}>{formatNumber(free)}</td>
                <td className={styles.sign}>+</td>
                <td data-label={t('books.sums.leased')}>{formatNumber(leased)}</td>
                <td className={styles.sign}>{isEqual ? '=' : '≠'}</td>
                <td data-label={t('books.sums.entered')}>{formatNumber(entered)}</td>
                <td data-label={t('books.sums.owed')}>{formatNumber(owed)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={styles.counts}>
        {t('books.sums.entries', { count: figures.entries, number: formatNumber(figures.entries) })} ·{' '}
        {t('books.sums.leases', { count: figures.leases, number: formatNumber(figures.leases) })} ·{' '}
        {t('books.sums.running', {
          count: running.calls,
          number: formatNumber(running.calls),
          held: formatNumber(running.held),
        })}
      </p>
    </>
  )
}
