import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CONSOLE_START } from '../lib/paths.ts'

/** What a signed-in user sees on a page above their role. */
export function NoEntry() {
  const { t } = useTranslation()
  return (
    <Result
      status="warning"
      title={t('session.noEntry')}
      subTitle={t('session.noEntryHint')}
      extra={
        <Link to={CONSOLE_START}>
          <Button type="primary">{t('session.backToConsole')}</Button>
        </Link>
      }
    />
  )
}
