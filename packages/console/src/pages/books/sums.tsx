import { useTranslation } from 'react-i18next'
import { Quota } from '../../components/quota.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { Figures } from './api.ts'
import styles from './books.module.css'

const OWNERS = ['users', 'tokens'] as const

/** balance + open holds = sum of entries, all accounts added up. */
export function Sums({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.scroll}>
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
                  <td>{formatNumber(accounts)}</td>
                  <td>
                    <Quota value={balance} />
                  </td>
                  <td>+</td>
                  <td>
                    <Quota value={held} />
                  </td>
                  <td>{isEqual ? '=' : '≠'}</td>
                  <td>
                    <Quota value={entered} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className={styles.counts}>
        {t('books.sums.entries', { count: figures.entries, number: formatNumber(figures.entries) })} ·{' '}
        {t('books.sums.openHolds', { count: figures.open_holds, number: formatNumber(figures.open_holds) })}
      </p>
    </>
  )
}
