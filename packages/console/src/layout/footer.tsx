import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { OperatorContent } from '../components/operator-content.tsx'
import { useRules } from '../components/rules-links.tsx'
import { paths } from '../lib/paths.ts'
import { stored, useStored } from '../lib/storage.ts'
import { useStatus } from '../session/status.tsx'
import styles from './footer.module.css'

/** The operator's own footer, or one discreet credit line. Every status updates the stored text. */
export function Footer() {
  const { t } = useTranslation()
  const { version } = useStatus()
  const rules = useRules()
  const [footerHtml] = useStored(stored.footerHtml)
  return (
    <footer className={styles.footer}>
      {footerHtml ? (
        <OperatorContent text={footerHtml} title={t('layout.footer')} />
      ) : (
        <span>{t('layout.credit', { version })}</span>
      )}
      {rules.map(rule => (
        <Link key={rule} to={paths[rule]}>
          {t(`layout.pages.${rule}`)}
        </Link>
      ))}
    </footer>
  )
}
