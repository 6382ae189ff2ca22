import type { Access, Right } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PageNotice } from '../components/page-notice.tsx'
import { CONSOLE_START } from '../lib/paths.ts'

/** Shown to a signed-in user on a page above their role, or to an administrator without the right to it. */
export default function NoEntry({ access, right }: { access: Access; right: Right | null }) {
  const { t } = useTranslation()
  return (
    <PageNotice
      title={
        right
          ? t('session.noRight', { right: t(`rightWords.${right}.name`) })
          : t(access === 'root' ? 'session.noEntryForAdmins' : 'session.noEntry')
      }
      hint={t(right ? 'session.noRightHint' : 'session.noEntryHint')}
      action={
        <Link to={CONSOLE_START}>
          <Button type="primary">{t('session.backToConsole')}</Button>
        </Link>
      }
    />
  )
}
