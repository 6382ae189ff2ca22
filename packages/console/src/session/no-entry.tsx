import type { Access } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PageNotice } from '../components/page-notice.tsx'
import { CONSOLE_START } from '../lib/paths.ts'

/** Shown to a signed-in user on a page above their role. */
export function NoEntry({ access }: { access: Access }) {
  const { t } = useTranslation()
  return (
    <PageNotice
      title={t(access === 'root' ? 'session.noEntryForAdmins' : 'session.noEntry')}
      hint={t('session.noEntryHint')}
      action={
        <Link to={CONSOLE_START}>
          <Button type="primary">{t('session.backToConsole')}</Button>
        </Link>
      }
    />
  )
}
