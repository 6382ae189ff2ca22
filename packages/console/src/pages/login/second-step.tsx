import { App, Button, Input } from 'antd'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { AuthCard } from '../../components/auth-card.tsx'
import { CallError } from '../../lib/call.ts'
import { takePlace } from '../../lib/return-place.ts'
import { useFinishSignIn } from './api.ts'
import styles from './login.module.css'

/** After the password, or an outside account: a one-time or a recovery code. */
export function SecondStep({ onBack, onAgreement }: { onBack: () => void; onAgreement: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const finish = useFinishSignIn()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (!code) return void message.error(t('security.codeNeeded'))
    finish.mutate(code, {
      onError: error => {
        if (error instanceof CallError && error.code === 'agreement_outstanding') return onAgreement()
        message.error(error.message)
        if (error instanceof CallError && error.code === 'second_factor_late') onBack()
      },
      onSuccess: () => {
        message.success(t('login.success'))
        navigate(takePlace())
      },
    })
  }

  const back = (
    <Button type="link" className={styles.back} onClick={onBack}>
      {t('login.back')}
    </Button>
  )
  return (
    <AuthCard title={t('login.secondStep')} links={back}>
      <form onSubmit={submit} noValidate className={styles.form}>
        <label htmlFor="code">{t('security.code')}</label>
        <Input
          id="code"
          name="code"
          autoFocus
          autoComplete="one-time-code"
          spellCheck={false}
          size="large"
          aria-describedby="code-hint"
        />
        <p id="code-hint" className={styles.hint}>
          {t('login.secondStepHint')}
        </p>
        <Button type="primary" size="large" htmlType="submit" block loading={finish.isPending}>
          {t('login.submit')}
        </Button>
      </form>
    </AuthCard>
  )
}
