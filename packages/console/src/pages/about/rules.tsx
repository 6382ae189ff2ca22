import { calls } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import styles from './about.module.css'
import { OperatorPage } from './operator-page.tsx'

/** The user agreement or the privacy policy, by the address. */
export default function Rules() {
  const { t } = useTranslation()
  const isAgreement = useLocation().pathname === paths.userAgreement
  const title = t(`layout.pages.${isAgreement ? 'userAgreement' : 'privacyPolicy'}`)
  const call = isAgreement ? calls.status.userAgreement : calls.status.privacyPolicy
  return (
    <OperatorPage key={call.path} call={call} title={title} failed={t('about.rulesFailed')}>
      <h1 className={styles.title}>{title}</h1>
      <p>{t('about.noRules')}</p>
    </OperatorPage>
  )
}
