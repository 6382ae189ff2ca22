import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH } from '@tollgate/contract'
import { App, Button, Checkbox, Form, Input } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AuthCard, AuthNote } from '../../components/auth-card.tsx'
import { IdentityButtons } from '../../components/identity-buttons.tsx'
import { RepeatedPassword } from '../../components/repeated-password.tsx'
import { RulesLinks, useRules } from '../../components/rules-links.tsx'
import { useTurnstile } from '../../components/use-turnstile.tsx'
import { CallError } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { stored, useStored } from '../../lib/storage.ts'
import { useStatus } from '../../session/status.tsx'
import { useRegister } from './api.ts'
import { EmailFields } from './email-fields.tsx'

interface Fields {
  username: string
  password: string
  password2: string
  email?: string
  verification_code?: string
  agreed?: boolean
}

export default function Register() {
  const { t } = useTranslation()
  const status = useStatus()
  const isOpen = status.register_enabled && status.password_register_enabled
  return (
    <AuthCard title={t('register.title')} links={<Link to={paths.login}>{t('register.toLogin')}</Link>}>
      {isOpen ? (
        <RegistrationForm />
      ) : (
        <AuthNote kind="info">{t(status.register_enabled ? 'register.passwordOff' : 'register.closed')}</AuthNote>
      )}
      {status.register_enabled && <IdentityButtons />}
    </AuthCard>
  )
}

function RegistrationForm() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { email_verification, turnstile_check } = useStatus()
  const navigate = useNavigate()
  const [form] = Form.useForm<Fields>()
  const invitation = useInvitation()
  const human = useTurnstile()
  const register = useRegister()
  const hasRules = useRules().length > 0

  const submit = (fields: Fields) => {
    if (turnstile_check && human.proof === '') return void message.info(t('register.turnstileBusy'))
    register.mutate(
      { ...fields, aff_code: invitation.code, turnstile: human.proof },
      {
        onSuccess: async () => {
          invitation.forget()
          message.success(t('register.done'))
          await navigate(paths.login)
        },
        onError: error => {
          human.renew()
          const name = error instanceof CallError ? error.field : undefined
          // A visitor could not correct a field that this form lacks.
          if (name && name in form.getFieldsValue())
            form.setFields([{ name: name as keyof Fields, errors: [error.message] }])
          else message.error(error.message)
        },
      },
    )
  }
  const required = (words: string) => ({ required: true, whitespace: true, message: words })

  return (
    <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={submit}>
      <Form.Item name="username" label={t('register.username')} rules={[required(t('register.bothNeeded'))]}>
        <Input autoFocus autoComplete="username" maxLength={USERNAME_MAX_LENGTH} showCount />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('register.password')}
        rules={[
          required(t('register.bothNeeded')),
          { min: PASSWORD_MIN_LENGTH, message: t('register.passwordShort', { limit: PASSWORD_MIN_LENGTH }) },
        ]}
      >
        <Input.Password
          autoComplete="new-password"
          placeholder={t('register.passwordHint', { from: PASSWORD_MIN_LENGTH, to: PASSWORD_MAX_LENGTH })}
        />
      </Form.Item>
      <RepeatedPassword name="password2" label={t('register.password2')} mismatch={t('register.mismatch')} />
      {email_verification && <EmailFields form={form} human={human} />}
      {hasRules && (
        <Form.Item
          name="agreed"
          valuePropName="checked"
          rules={[{ required: true, type: 'enum', enum: [true], message: t('register.agreeNeeded') }]}
        >
          <Checkbox>
            <RulesLinks words={t('register.agree')} />
          </Checkbox>
        </Form.Item>
      )}
      {human.widget}
      <Button type="primary" htmlType="submit" block loading={register.isPending}>
        {t('register.submit')}
      </Button>
    </Form>
  )
}

/** The visitor's invite code: from the address, remembered until it is used. */
function useInvitation(): { code: string; forget: () => void } {
  const [search] = useSearchParams()
  const [remembered, remember] = useStored(stored.inviteCode)
  const given = search.get('aff')
  useEffect(() => {
    if (given) remember(given)
  }, [given, remember])
  return { code: given || remembered, forget: () => remember('') }
}
