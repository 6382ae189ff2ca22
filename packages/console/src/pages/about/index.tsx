import { calls } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { BuiltInAbout } from './built-in.tsx'
import { OperatorPage } from './operator-page.tsx'

export default function About() {
  const { t } = useTranslation()
  return (
    <OperatorPage call={calls.status.about} title={t('about.title')} failed={t('about.failed')}>
      <BuiltInAbout />
    </OperatorPage>
  )
}
