import { useMutation } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { AuthCard, AuthNote } from '../../components/auth-card.tsx'
import { send } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'

/** The target of a mail's link. Only a click unsubscribes, so that a mail scanner that opens links does not. */
export default function Unsubscribe() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => send(calls.userMessages.unsubscribe, { params: { token } }),
    meta: { quiet: true },
  })
  return (
    <AuthCard title={t('unsubscribe.title')} links={<Link to={paths.personal}>{t('unsubscribe.toProfile')}</Link>}>
      {error && <AuthNote kind="warning">{error.message}</AuthNote>}
      {isSuccess ? (
        <AuthNote kind="info">{t('unsubscribe.done')}</AuthNote>
      ) : (
        <>
          <p>{t('unsubscribe.hint')}</p>
          <Button type="primary" size="large" block loading={isPending} onClick={() => mutate()}>
            {t('unsubscribe.do')}
          </Button>
        </>
      )}
    </AuthCard>
  )
}
