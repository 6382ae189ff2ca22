import { AUDIT_RULES } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../components/status-dot.tsx'
import type { Finding } from './api.ts'
import styles from './books.module.css'

/** Every rule, and how many accounts violate it. */
export function Rules({ findings }: { findings: Finding[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.rules}>
      {AUDIT_RULES.map(rule => {
        const count = findings.filter(finding => finding.rule === rule).length
        return (
          <li key={rule}>
            <span>{t(`books.rules.${rule}`)}</span>
            <StatusDot
              kind={count === 0 ? 'good' : 'broken'}
              label={count === 0 ? t('books.holds') : t('books.breaches', { count })}
            />
          </li>
        )
      })}
    </ul>
  )
}
