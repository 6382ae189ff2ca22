import { App, Button, Checkbox } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { AuthCard } from '../../components/auth-card.tsx'
import { RulesLinks } from '../../components/rules-links.tsx'
import { CallError } from '../../lib/call.ts'
import { takePlace } from '../../lib/return-place.ts'
import { useAgree } from './api.ts'
import styles from './login.module.css'

/** The last step of a sign-in by somebody who has not agreed to the site's present rules. */
export function AgreementStep({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [agrees, setAgrees] = useState(false)
  const { mutate: agree, isPending } = useAgree()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!agrees) return void message.error(t('register.agreeNeeded'))
    agree(undefined, {
      onError: error => {
        message.error(error.message)
        if (error instanceof CallError && error.code === 'agreement_late') onBack()
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
    <AuthCard title={t('login.agreement')} links={back}>
      <form onSubmit={submit} noValidate className={styles.form}>
        <p className={styles.hint}>{t('login.agreementHint')}</p>
        <Checkbox className={styles.agreement} checked={agrees} onChange={event => setAgrees(event.target.checked)}>
          <RulesLinks words={t('register.agree')} />
        </Checkbox>
        <Button type="primary" size="large" htmlType="submit" block loading={isPending}>
          {t('login.submit')}
        </Button>
      </form>
    </AuthCard>
  )
}
