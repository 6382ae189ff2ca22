import { useMutation } from '@tanstack/react-query'
import { calls, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH } from '@tollgate/contract'
import { App, Button, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSignInSuccess } from '../../components/identities/use-sign-in-success.ts'
import { RulesLinks, useRules } from '../../components/rules-links.tsx'
import { CallError, send } from '../../lib/call.ts'

interface Fields {
  username: string
  password: string
  agreed?: boolean
}

/** Accepts an invitation with a new account, which is signed in at once. */
export function NewAccount({ code }: { code: string }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const succeed = useSignInSuccess()
  const hasRules = useRules().length > 0
  const { mutate: register, isPending } = useMutation({
    mutationFn: (fields: Fields) => send(calls.invitations.register, { body: { ...fields, code } }),
    meta: { quiet: true },
    onSuccess: succeed,
    onError: error => {
      const name = error instanceof CallError ? error.field : undefined
      if (name && name in form.getFieldsValue())
        form.setFields([{ name: name as keyof Fields, errors: [error.message] }])
      else message.error(error.message)
    },
  })
  const required = { required: true, whitespace: true, message: t('register.bothNeeded') }
  return (
    <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={register}>
      <Form.Item name="username" label={t('register.username')} rules={[required]}>
        <Input autoFocus autoComplete="username" maxLength={USERNAME_MAX_LENGTH} showCount />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('register.password')}
        rules={[
          required,
          { min: PASSWORD_MIN_LENGTH, message: t('register.passwordShort', { limit: PASSWORD_MIN_LENGTH }) },
        ]}
      >
        <Input.Password
          autoComplete="new-password"
          placeholder={t('register.passwordHint', { from: PASSWORD_MIN_LENGTH, to: PASSWORD_MAX_LENGTH })}
        />
      </Form.Item>
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
      <Button type="primary" htmlType="submit" block loading={isPending}>
        {t('invitations.accept.submit')}
      </Button>
    </Form>
  )
}
