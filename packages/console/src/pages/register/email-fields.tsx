import { App, Button, Form, type FormInstance, Input, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCountdown } from '../../components/use-countdown.ts'
import type { useTurnstile } from '../../components/use-turnstile.tsx'
import { useStatus } from '../../session/status.tsx'
import { useSendCode } from './api.ts'

const RESEND_SECONDS = 30

interface EmailFieldsProps {
  form: FormInstance
  human: ReturnType<typeof useTurnstile>
}

/** The address, the button that sends a code to it, and the code. */
export function EmailFields({ form, human }: EmailFieldsProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { turnstile_check } = useStatus()
  const [left, startCountdown] = useCountdown(RESEND_SECONDS)
  const { mutate: sendCode, isPending } = useSendCode()

  const ask = async () => {
    const isValid = await form.validateFields(['email']).then(
      () => true,
      () => false,
    )
    if (!isValid) return
    if (turnstile_check && human.proof === '') return void message.info(t('register.turnstileBusy'))
    startCountdown()
    sendCode(
      { email: form.getFieldValue('email'), turnstile: human.proof },
      { onSuccess: () => message.success(t('register.codeSent')), onSettled: human.renew },
    )
  }

  return (
    <>
      <Form.Item label={t('register.email')} htmlFor="email" required>
        <Space.Compact block>
          <Form.Item
            name="email"
            noStyle
            rules={[{ required: true, type: 'email', message: t('register.emailNeeded') }]}
          >
            <Input id="email" autoComplete="email" inputMode="email" maxLength={254} />
          </Form.Item>
          <Button loading={isPending} disabled={left > 0} onClick={ask}>
            {left > 0 ? t('register.resendIn', { seconds: left }) : t('register.sendCode')}
          </Button>
        </Space.Compact>
      </Form.Item>
      <Form.Item
        name="verification_code"
        label={t('register.code')}
        rules={[{ required: true, whitespace: true, message: t('register.codeNeeded') }]}
      >
        <Input autoComplete="one-time-code" maxLength={16} />
      </Form.Item>
    </>
  )
}
