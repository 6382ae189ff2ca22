import { useQuery } from '@tanstack/react-query'
import { calls, ROLE, type ShownInvitation, type User } from '@tollgate/contract'
import { App, Button, Spin } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { AuthCard, AuthNote } from '../../components/auth-card.tsx'
import { IdentityButtons } from '../../components/identity-buttons.tsx'
import { masked } from '../../components/sensitive.tsx'
import { send } from '../../lib/call.ts'
import { formatTime } from '../../lib/format.ts'
import { CONSOLE_START, paths } from '../../lib/paths.ts'
import { rememberPlace } from '../../lib/return-place.ts'
import { useChange } from '../../lib/use-change.ts'
import { useStatus } from '../../session/status.tsx'
import { rememberUser, useUser } from '../../session/user.ts'
import { NewAccount } from './new-account.tsx'

/** An invitation to the site, whose code follows the `#`, so that no server on the way logs it. */
export default function InvitationPage() {
  const { t } = useTranslation()
  const user = useUser()
  const code = useLocation().hash.slice(1)
  const { data, error } = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => send(calls.invitations.read, { body: { code } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const toLogin = !user && (
    <Link to={paths.login} onClick={rememberPlace}>
      {t('invitations.accept.toLogin')}
    </Link>
  )
  return (
    <AuthCard title={t('invitations.accept.title')} links={toLogin}>
      {error && <AuthNote kind="warning">{error.message}</AuthNote>}
      {!error && !data && <Spin />}
      {data && <Gift of={data} />}
      {data && (user ? <WithAccount code={code} user={user} /> : <WithNewAccount code={code} />)}
    </AuthCard>
  )
}

function Gift({ of: { role, group, invited_by: name, expires_at } }: { of: ShownInvitation }) {
  const { t } = useTranslation()
  return (
    <AuthNote kind="info">
      {t(role === ROLE.admin ? 'invitations.accept.asAdmin' : 'invitations.accept.asUser', { name })}{' '}
      {group !== '' && `${t('invitations.accept.group', { group })} `}
      {t('invitations.accept.until', { time: formatTime(expires_at) })}
    </AuthNote>
  )
}

function WithNewAccount({ code }: { code: string }) {
  const { t } = useTranslation()
  const { password_login_enabled } = useStatus()
  return (
    <>
      {password_login_enabled ? <NewAccount code={code} /> : <p>{t('invitations.accept.noPassword')}</p>}
      <IdentityButtons />
    </>
  )
}

function WithAccount({ code, user }: { code: string; user: User }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { mutate: accept, isPending } = useChange((code: string) => send(calls.invitations.accept, { body: { code } }))
  const onSuccess = (user: User) => {
    rememberUser(user)
    message.success(t('invitations.accept.done'))
    navigate(CONSOLE_START)
  }
  return (
    <>
      <Button type="primary" size="large" block loading={isPending} onClick={() => accept(code, { onSuccess })}>
        {t('invitations.accept.with', { name: masked(user.username) })}
      </Button>
      <p>{t('invitations.accept.other')}</p>
    </>
  )
}
