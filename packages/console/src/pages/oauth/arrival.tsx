import type { User } from '@tollgate/contract'
import { App, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { AuthCard, AuthNote } from '../../components/auth-card.tsx'
import { useSignInSuccess } from '../../components/identities/use-sign-in-success.ts'
import { CallError, nextStepOf } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { rememberUser } from '../../session/user.ts'

/** How long the failure can be read here; the toast stays a little longer. */
const LEAVE_AFTER_MS = 5000
/** The server’s value for a binding, instead of a message. */
const BOUND = 'bind'

/** The page a browser reaches from another site: sends the site's data to the server, once, and leaves. */
export function Arrival({ onArrive }: { onArrive: () => Promise<{ data: User; message: string }> }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const succeed = useSignInSuccess()
  const [failure, setFailure] = useState('')
  const hasArrived = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good for one use
  useEffect(() => {
    if (hasArrived.current) return
    hasArrived.current = true
    onArrive().then(
      ({ data, message: word }) => {
        if (word !== BOUND) return succeed(data)
        rememberUser(data)
        message.success(t('identities.bound'))
        navigate(paths.settings, { replace: true })
      },
      (error: unknown) => {
        const step = error instanceof CallError && nextStepOf(error.code)
        if (step) return navigate(step, { replace: true })
        const text = error instanceof Error ? error.message : String(error)
        message.error(text)
        setFailure(text)
      },
    )
  }, [])

  useEffect(() => {
    if (failure === '') return
    const timer = setTimeout(() => navigate(paths.settings, { replace: true }), LEAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [failure, navigate])

  return (
    <AuthCard title={t('login.title')}>
      {failure === '' ? (
        <p role="status" aria-busy="true">
          <Spin size="small" /> {t('identities.processing')}
        </p>
      ) : (
        <>
          <AuthNote kind="warning">{failure}</AuthNote>
          <p role="status">{t('identities.failedGoing')}</p>
        </>
      )}
    </AuthCard>
  )
}
