import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'

export default function NotFound() {
  const { t } = useTranslation()
  return (
    <Result
      status="warning"
      title={t('notFound.title')}
      subTitle={t('notFound.hint')}
      extra={
        <Link to={paths.home}>
          <Button type="primary">{t('notFound.home')}</Button>
        </Link>
      }
    />
  )
}
