import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'

/** A page that failed to load or to draw itself. */
export function Crash() {
  const { t } = useTranslation()
  const error = useRouteError()
  return (
    <Result
      status="error"
      title={t('layout.crash')}
      subTitle={error instanceof Error ? error.message : undefined}
      extra={
        <Button type="primary" onClick={() => location.reload()}>
          {t('layout.reload')}
        </Button>
      }
    />
  )
}
