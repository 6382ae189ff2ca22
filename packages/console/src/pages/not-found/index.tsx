import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PageNotice } from '../../components/page-notice.tsx'
import { paths } from '../../lib/paths.ts'

export default function NotFound() {
  const { t } = useTranslation()
  return (
    <PageNotice
      title={t('notFound.title')}
      hint={t('notFound.hint')}
      action={
        <Link to={paths.home}>
          <Button type="primary">{t('notFound.home')}</Button>
        </Link>
      }
    />
  )
}
