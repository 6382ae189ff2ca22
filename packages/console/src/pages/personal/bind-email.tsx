import { useMutation } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { App, Form, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTurnstile } from '../../components/use-turnstile.tsx'
import { CallError, send } from '../../lib/call.ts'
import { rememberUser } from '../../session/user.ts'
import { EmailFields } from '../register/email-fields.tsx'

interface Fields {
  email: string
  verification_code: string
}

/** A dialog for an address, and the code sent to it. */
export function BindEmail({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const human = useTurnstile()
  const { mutate: bind, isPending } = useMutation({
    mutationFn: ({ email, verification_code: code }: Fields) =>
      send(calls.identities.bindEmail, { query: { email, code } }),
    onSuccess: user => {
      rememberUser(user)
      message.success(t('identities.bound'))
      onClose()
    },
    onError: error => {
      const name = error instanceof CallError && error.field === 'code' ? 'verification_code' : 'email'
      form.setFields([{ name, errors: [error.message] }])
    },
    meta: { quiet: true },
  })
  return (
    <Modal
      title={t('identities.emailTitle')}
      open={isOpen}
      okText={t('identities.submit')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: 'bind-email' }}
      onCancel={onClose}
      width={420}
      destroyOnHidden
    >
      <Form form={form} name="bind-email" noValidate layout="vertical" requiredMark={false} onFinish={bind}>
        <EmailFields form={form} human={human} />
        {human.widget}
      </Form>
    </Modal>
  )
}
