import { useMutation } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Button, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../lib/call.ts'
import { rememberPlace, takePlace } from '../lib/return-place.ts'
import { readStored, stored } from '../lib/storage.ts'
import { rememberUser } from '../session/user.ts'
import type { AskedDialogProps } from './asked-dialog.tsx'
import styles from './confirm-identity.module.css'
import { masked } from './sensitive.tsx'

/**
 * Signs the same user in over the page, so that open work continues. Any other user goes to the login page and returns
 * from there.
 */
export default function SignInAgainDialog({ user, onAnswer, onClosed }: AskedDialogProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const status = readStored(stored.status)
  const takesPassword = status?.password_login_enabled !== false && !status?.turnstile_check
  const end = (isSignedIn: boolean) => {
    onAnswer(isSignedIn)
    setOpen(false)
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: (password: string) => {
      // The login page asks for a second factor and then leads back here.
      rememberPlace()
      return send(calls.users.login, { body: { username: user.username, password } })
    },
    meta: { quiet: true },
    onSuccess: signedIn => {
      takePlace()
      rememberUser(signedIn)
      end(true)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (password) mutate(password)
  }
  return (
    <Modal
      open={isOpen}
      title={t('session.again.title')}
      width={420}
      footer={null}
      onCancel={() => end(false)}
      afterClose={onClosed}
    >
      <p className={styles.hint}>{t('session.again.hint', { name: masked(user.username) })}</p>
      {takesPassword && (
        <form onSubmit={submit} noValidate className={styles.form}>
          <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
          <label htmlFor="again-password">{t('login.password')}</label>
          <Input.Password
            id="again-password"
            name="password"
            autoFocus
            autoComplete="current-password"
            status={error ? 'error' : undefined}
            aria-describedby={error ? 'again-error' : undefined}
          />
          {error && (
            <p id="again-error" role="alert" className={styles.error}>
              {error.message}
            </p>
          )}
          <Button type="primary" htmlType="submit" block loading={isPending}>
            {t('session.again.submit')}
          </Button>
        </form>
      )}
      <Button type="link" className={styles.other} onClick={() => end(false)}>
        {t('session.again.other')}
      </Button>
    </Modal>
  )
}
