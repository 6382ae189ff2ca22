import { App, Button, Divider } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CallError } from '../../lib/call.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { takePlace } from '../../lib/return-place.ts'
import { useStatus } from '../../session/status.tsx'
import { usePasskeySignIn } from './api.ts'

/** Signs in with a passkey, if they work here: at the operator's address, or on this machine if none is set. */
export function PasskeyButton({ onAgreement }: { onAgreement: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { mutate: signIn, isPending } = usePasskeySignIn()
  const { server_address } = useStatus()
  const isSite = server_address
    ? URL.parse(server_address)?.origin === location.origin
    : location.hostname === 'localhost'
  if (!isSite || !canUsePasskeys()) return null
  const go = () =>
    signIn(undefined, {
      onError: error => {
        if (error instanceof CallError && error.code === 'agreement_outstanding') onAgreement()
        else message.error(error.message)
      },
      onSuccess: () => {
        message.success(t('login.success'))
        navigate(takePlace())
      },
    })
  return (
    <>
      <Divider plain>{t('security.or')}</Divider>
      <Button size="large" block loading={isPending} onClick={go}>
        {t('login.passkey')}
      </Button>
    </>
  )
}
