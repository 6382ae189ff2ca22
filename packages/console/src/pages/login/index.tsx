import { ROLE, type User } from '@tollgate/contract'
import { App, Button, Input } from 'antd'
import type { useAppProps } from 'antd/es/app/context'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AuthCard, AuthNote } from '../../components/auth-card.tsx'
import { IdentityButtons } from '../../components/identity-buttons.tsx'
import { useTurnstile } from '../../components/use-turnstile.tsx'
import { CallError } from '../../lib/call.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { takePlace } from '../../lib/return-place.ts'
import { t } from '../../phrases/index.ts'
import { useStatus } from '../../session/status.tsx'
import { useSignIn } from './api.ts'
import styles from './login.module.css'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStep } from './second-step.tsx'

const AgreementStep = lazyPart(async () => ({ default: (await import('./agreement-step.tsx')).AgreementStep }))

/** A plain form: many visitors load this page first, and the component library's form is larger than the rest of it. */
export default function Login() {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const status = useStatus()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const human = useTurnstile()
  const signIn = useSignIn()
  const [step, setStep] = useState<Step>(LATER_STEPS.find(name => search.get(name) === 'true') ?? 'first')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const username = String(fields.get('username')).trim()
    const password = String(fields.get('password'))
    if (!username || !password) return void message.error(t('login.bothNeeded'))
    if (status.turnstile_check && human.proof === '') return void message.info(t('register.turnstileBusy'))
    signIn.mutate(
      { username, password, turnstile: human.proof },
      {
        onError: error => {
          human.renew()
          const next = stepAfter(error)
          if (next) setStep(next)
          else message.error(error.message)
        },
        onSuccess: async user => {
          message.success(t('login.success'))
          await navigate(takePlace())
          warnOfDefaultPassword(user, password, modal)
        },
      },
    )
  }

  const back = () => setStep('first')
  if (step === 'second_factor') return <SecondStep onBack={back} onAgreement={() => setStep('agreement')} />
  if (step === 'agreement') return <AgreementStep onBack={back} />

  const links = (
    <>
      {status.register_enabled && !status.self_use_mode_enabled && (
        <Link to={paths.register}>{t('login.toRegister')}</Link>
      )}
      {status.password_login_enabled && <Link to={paths.reset}>{t('login.toReset')}</Link>}
    </>
  )

  return (
    <AuthCard title={t('login.title')} links={links}>
      {search.get('expired') === 'true' && <AuthNote kind="warning">{t('login.expired')}</AuthNote>}
      {status.password_login_enabled ? (
        <form onSubmit={submit} noValidate className={styles.form}>
          <label htmlFor="username">{t('login.username')}</label>
          <Input id="username" name="username" autoFocus autoComplete="username" size="large" />
          <label htmlFor="password">{t('login.password')}</label>
          <Input.Password id="password" name="password" autoComplete="current-password" size="large" />
          {human.widget}
          <Button type="primary" size="large" htmlType="submit" block loading={signIn.isPending}>
            {t('login.submit')}
          </Button>
        </form>
      ) : (
        <AuthNote kind="info">{t('login.passwordOff')}</AuthNote>
      )}
      <PasskeyButton onAgreement={() => setStep('agreement')} />
      <IdentityButtons />
    </AuthCard>
  )
}

const LATER_STEPS = ['second_factor', 'agreement'] as const
type Step = 'first' | (typeof LATER_STEPS)[number]

const STEPS: Partial<Record<string, Step>> = {
  second_factor_needed: 'second_factor',
  agreement_outstanding: 'agreement',
}
const stepAfter = (error: Error) => (error instanceof CallError ? STEPS[error.code ?? ''] : undefined)

/** The super admin's password in databases set up by other means and never changed. */
const DEFAULT_PASSWORD = '123456'

function warnOfDefaultPassword(user: User, password: string, modal: useAppProps['modal']): void {
  if (user.role < ROLE.root || password !== DEFAULT_PASSWORD) return
  modal.warning({ title: t('login.defaultPassword'), content: t('login.defaultPasswordHint') })
}
