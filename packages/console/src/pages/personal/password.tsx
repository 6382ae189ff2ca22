import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, type User } from '@tollgate/contract'
import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/panel.tsx'
import { RepeatedPassword } from '../../components/repeated-password.tsx'
import { CallError } from '../../lib/call.ts'
import { stored, useStored } from '../../lib/storage.ts'
import { useChangePassword } from './api.ts'

interface Fields {
  original_password: string
  password: string
  again: string
}

export function Password({ user }: { user: User }) {
  const [isMasked] = useStored(stored.masked)
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const { mutateAsync: change, isPending } = useChangePassword()

  const submit = async ({ original_password = '', password }: Fields) => {
    try {
      await change({ original_password, password })
      form.resetFields()
      message.success(t('personal.password.changed'))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const name = error.field === 'original_password' ? error.field : 'password'
      form.setFields([{ name, errors: [error.message] }])
    }
  }

  return (
    <Panel title={t('personal.password.title')} hint={t('personal.password.hint')}>
      <Form form={form} name="own-password" layout="vertical" requiredMark={false} onFinish={submit}>
        {/* tells password managers whose passwords these are */}
        {!isMasked && <input hidden readOnly autoComplete="username" value={user.username} />}
        <Form.Item
          name="original_password"
          label={t('personal.password.original')}
          extra={t('personal.password.originalHint')}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('personal.password.new')}
          dependencies={['original_password']}
          rules={[
            { required: true, message: t('personal.password.newNeeded') },
            { min: PASSWORD_MIN_LENGTH, message: t('register.passwordShort', { limit: PASSWORD_MIN_LENGTH }) },
            ({ getFieldValue }) => ({
              validator: async (_, value) => {
                if (value && value === getFieldValue('original_password')) throw new Error(t('personal.password.same'))
              },
            }),
          ]}
        >
          <Input.Password
            autoComplete="new-password"
            placeholder={t('register.passwordHint', { from: PASSWORD_MIN_LENGTH, to: PASSWORD_MAX_LENGTH })}
          />
        </Form.Item>
        <RepeatedPassword name="again" label={t('personal.password.again')} mismatch={t('register.mismatch')} />
        <Button htmlType="submit" loading={isPending}>
          {t('personal.password.change')}
        </Button>
      </Form>
    </Panel>
  )
}
