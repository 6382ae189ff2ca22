import { useMutation, useQuery } from '@tanstack/react-query'
import { type ConfirmationMeans, calls } from '@tollgate/contract'
import { Button, Divider, Input, Modal, Skeleton } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../lib/call.ts'
import { canUsePasskeys, showPasskey } from '../lib/passkeys.ts'
import { paths } from '../lib/paths.ts'
import { signOut } from '../session/user.ts'
import type { AskedDialogProps } from './asked-dialog.tsx'
import styles from './confirm-identity.module.css'
import { ListError } from './data-table/index.ts'
import { masked } from './sensitive.tsx'

/** Asks the user for proof of identity, by a passkey, a one-time code or the password. */
export default function ConfirmIdentityDialog({ user, onAnswer, onClosed }: AskedDialogProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const means = useQuery({
    queryKey: ['confirmation-means', user.id],
    queryFn: () => send(calls.confirmation.means),
    staleTime: 0,
    gcTime: 0,
  })
  const end = (isConfirmed: boolean) => {
    onAnswer(isConfirmed)
    setOpen(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t('security.confirm.title')}
      width={420}
      footer={null}
      onCancel={() => end(false)}
      afterClose={onClosed}
    >
      <p className={styles.hint}>{t('security.confirm.hint', { name: masked(user.username) })}</p>
      {means.data ? (
        <Ways means={means.data} username={user.username} onConfirmed={() => end(true)} />
      ) : means.error ? (
        <ListError error={means.error} onRetry={means.refetch} />
      ) : (
        <Skeleton active title={false} />
      )}
    </Modal>
  )
}

interface WaysProps {
  means: ConfirmationMeans[]
  username: string
  onConfirmed: () => void
}

function Ways({ means, username, onConfirmed }: WaysProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ConfirmationMeans>()
  const typed = means.filter(way => way !== 'passkey')
  const way = chosen ?? typed[0]
  const other = typed.find(one => one !== way)
  const hasPasskey = means.includes('passkey') && canUsePasskeys()
  if (!way && !hasPasskey) return <SignInAgain />
  return (
    <>
      {hasPasskey && <ByPasskey onConfirmed={onConfirmed} />}
      {hasPasskey && way && <Divider plain>{t('security.or')}</Divider>}
      {way && <ByText key={way} way={way} username={username} onConfirmed={onConfirmed} />}
      {other && (
        <Button type="link" className={styles.other} onClick={() => setChosen(other)}>
          {t(other === 'code' ? 'security.confirm.useCode' : 'security.confirm.usePassword')}
        </Button>
      )}
    </>
  )
}

function ByPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const credential = await showPasskey(await send(calls.confirmation.passkeyOptions))
      return send(calls.confirmation.confirmByPasskey, { body: { credential } })
    },
    onSuccess: onConfirmed,
  })
  return (
    <Button block loading={isPending} onClick={() => mutate()}>
      {t('security.confirm.passkey')}
    </Button>
  )
}

function ByText({ way, username, onConfirmed }: { way: ConfirmationMeans; username: string; onConfirmed: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: string) =>
      send(calls.confirmation.confirm, { body: way === 'code' ? { code: text } : { password: text } }),
    meta: { quiet: true },
    onSuccess: onConfirmed,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('confirmation'))
    if (text) mutate(text)
  }
  const shared = {
    id: 'confirmation',
    name: 'confirmation',
    autoFocus: true,
    status: error ? ('error' as const) : undefined,
    'aria-describedby': error ? 'confirmation-error' : undefined,
  }
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <label htmlFor="confirmation">{t(way === 'code' ? 'security.code' : 'security.confirm.password')}</label>
      {way === 'code' ? (
        <Input {...shared} autoComplete="one-time-code" />
      ) : (
        <Input.Password {...shared} autoComplete="current-password" />
      )}
      {error && (
        <p id="confirmation-error" role="alert" className={styles.error}>
          {error.message}
        </p>
      )}
      <Button type="primary" htmlType="submit" block loading={isPending}>
        {t('security.confirm.submit')}
      </Button>
    </form>
  )
}

/** Users with only an outside account confirm by signing in with it. */
function SignInAgain() {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('security.confirm.signInHint')}</p>
      <Button block onClick={() => signOut().finally(() => location.assign(paths.login))}>
        {t('security.confirm.signInAgain')}
      </Button>
    </>
  )
}
