import { useTranslation } from 'react-i18next'
import { OperatorContent } from '../components/operator-content.tsx'
import { stored, useStored } from '../lib/storage.ts'
import { useStatus } from '../session/status.tsx'
import styles from './footer.module.css'

/** The operator's own footer, or one quiet credit line. The stored text is updated by every status. */
export function Footer() {
  const { t } = useTranslation()
  const { version } = useStatus()
  const [footerHtml] = useStored(stored.footerHtml)
  return (
    <footer className={styles.footer}>
      {footerHtml ? (
        <OperatorContent text={footerHtml} title={t('layout.footer')} />
      ) : (
        <span>{t('layout.credit', { version })}</span>
      )}
    </footer>
  )
}
