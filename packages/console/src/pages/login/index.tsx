import { App, Button, Input } from 'antd'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { CONSOLE_START } from '../../lib/paths.ts'
import { useStatus } from '../../session/status.tsx'
import { useSignIn } from './api.ts'
import styles from './login.module.css'
import { warnOfDefaultPassword } from './warn-of-default-password.ts'

/** A plain form: this is the first page many load, and the component library's form weighs more than the rest of it. */
export default function Login() {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const status = useStatus()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const signIn = useSignIn()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const username = String(fields.get('username')).trim()
    const password = String(fields.get('password'))
    if (!username || !password) return void message.error(t('login.bothNeeded'))
    signIn.mutate(
      { username, password },
      {
        onSuccess: async user => {
          message.success(t('login.success'))
          await navigate(CONSOLE_START)
          warnOfDefaultPassword(user, password, modal)
        },
      },
    )
  }

  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1>{t('login.title')}</h1>
        <p className={styles.site} translate="no">
          {status.system_name}
        </p>
        {search.get('expired') === 'true' && (
          <p role="alert" className={styles.expired}>
            {t('login.expired')}
          </p>
        )}
        {status.password_login_enabled ? (
          <form onSubmit={submit} noValidate>
            <label htmlFor="username">{t('login.username')}</label>
            <Input id="username" name="username" autoFocus autoComplete="username" size="large" />
            <label htmlFor="password">{t('login.password')}</label>
            <Input.Password id="password" name="password" autoComplete="current-password" size="large" />
            <Button type="primary" size="large" htmlType="submit" block loading={signIn.isPending}>
              {t('login.submit')}
            </Button>
          </form>
        ) : (
          <p className={styles.off}>{t('login.passwordOff')}</p>
        )}
      </div>
    </div>
  )
}
