import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { AuthCard, AuthNote } from '../../components/auth-card.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { paths } from '../../lib/paths.ts'
import { useReset } from './api.ts'

/**
 * The target of the mail's link. Only a click resets the password, so that a mail scanner that opens links does not.
 */
export default function ConfirmReset() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [email, token] = [search.get('email') ?? '', search.get('token') ?? '']
  const { mutate: reset, data: password, error, isPending } = useReset()
  const links = <Link to={error ? paths.reset : paths.login}>{t(error ? 'reset.again' : 'register.toLogin')}</Link>

  if (email === '' || token === '')
    return (
      <AuthCard title={t('reset.title')} links={<Link to={paths.reset}>{t('reset.again')}</Link>}>
        <AuthNote kind="warning">{t('reset.incomplete')}</AuthNote>
      </AuthCard>
    )
  return (
    <AuthCard title={t('reset.title')} links={links}>
      {error && <AuthNote kind="warning">{error.message}</AuthNote>}
      {password ? (
        <>
          <p>{t('reset.newPassword')}</p>
          <CodeBlock code={password} what={t('register.password')} />
          <p>{t('reset.keep')}</p>
        </>
      ) : (
        <>
          <p>{t('reset.confirmHint', { email })}</p>
          <Button
            type="primary"
            size="large"
            block
            loading={isPending}
            disabled={error !== null}
            onClick={() => reset({ email, token })}
          >
            {t('reset.confirm')}
          </Button>
        </>
      )}
    </AuthCard>
  )
}
