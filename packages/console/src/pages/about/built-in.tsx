import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useIsAdmin } from '../../session/user.ts'
import styles from './about.module.css'

/** The page's text until the operator writes something. */
export function BuiltInAbout() {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  const { version, start_time } = useStatus()
  return (
    <>
      <h1 className={styles.title}>{t('about.title')}</h1>
      <p>{t('about.builtIn')}</p>
      <dl className={styles.facts}>
        <dt>{t('about.version')}</dt>
        <dd translate="no">{version}</dd>
        <dt>{t('about.running')}</dt>
        <dd>{formatTime(start_time)}</dd>
      </dl>
      {isAdmin && <p className={styles.hint}>{t('about.operatorHint')}</p>}
    </>
  )
}
