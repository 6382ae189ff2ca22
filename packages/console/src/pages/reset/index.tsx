import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AuthCard, AuthNote } from '../../components/auth-card.tsx'
import { useCountdown } from '../../components/use-countdown.ts'
import { useTurnstile } from '../../components/use-turnstile.tsx'
import { paths } from '../../lib/paths.ts'
import { useStatus } from '../../session/status.tsx'
import { useRequestReset } from './api.ts'

const RESEND_SECONDS = 30

export default function RequestReset() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { turnstile_check } = useStatus()
  const [left, startCountdown] = useCountdown(RESEND_SECONDS)
  const human = useTurnstile()
  const { mutate: request, isPending, isSuccess } = useRequestReset()

  const submit = ({ email }: { email: string }) => {
    if (turnstile_check && human.proof === '') return void message.info(t('register.turnstileBusy'))
    startCountdown()
    request({ email, turnstile: human.proof }, { onSettled: human.renew })
  }

  return (
    <AuthCard title={t('reset.title')} links={<Link to={paths.login}>{t('register.toLogin')}</Link>}>
      {isSuccess && <AuthNote kind="info">{t('reset.sent')}</AuthNote>}
      <Form layout="vertical" size="large" requiredMark={false} onFinish={submit}>
        <Form.Item
          name="email"
          label={t('register.email')}
          extra={t('reset.hint')}
          rules={[{ required: true, type: 'email', message: t('register.emailNeeded') }]}
        >
          <Input autoFocus autoComplete="email" inputMode="email" maxLength={254} />
        </Form.Item>
        {human.widget}
        <Button type="primary" htmlType="submit" block loading={isPending} disabled={left > 0}>
          {left > 0 ? t('reset.againIn', { seconds: left }) : t('reset.submit')}
        </Button>
      </Form>
    </AuthCard>
  )
}
