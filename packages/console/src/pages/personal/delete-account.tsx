import { useQueryClient } from '@tanstack/react-query'
import { ROLE, type User } from '@tollgate/contract'
import { App, Button, Form, Input, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { masked } from '../../components/sensitive.tsx'
import { CallError } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { forgetUser } from '../../session/user.ts'
import { useDeleteAccount } from './api.ts'
import styles from './personal.module.css'

export function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  if (user.role >= ROLE.root)
    return (
      <Panel title={t('personal.delete.title')} className={styles.danger}>
        {t('personal.delete.notRoot')}
      </Panel>
    )
  return (
    <Panel title={t('personal.delete.title')} hint={t('personal.delete.hint')} className={styles.danger}>
      <Button danger onClick={() => setAsking(true)}>
        {t('personal.delete.open')}
      </Button>
      {isAsking && <DeleteDialog user={user} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

/** Deletes the account once its name is typed, and goes to the login page. */
function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form] = Form.useForm<{ username: string }>()
  const input = useRef<InputRef>(null)
  const { mutateAsync: remove, isPending } = useDeleteAccount()

  const submit = async ({ username }: { username: string }) => {
    try {
      await remove(username)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return form.setFields([{ name: 'username', errors: [error.message] }])
    }
    forgetUser()
    message.success(t('personal.delete.done'))
    await navigate(paths.login)
    queries.removeQueries({ predicate: query => query.queryKey[0] !== 'status' })
  }

  return (
    <Modal
      open
      title={t('personal.delete.askTitle')}
      okText={t('personal.delete.agree')}
      okButtonProps={{ danger: true, loading: isPending, htmlType: 'submit', form: 'delete-account' }}
      cancelText={t('components.confirm.cancel')}
      // The dialog itself takes the focus when it opens.
      afterOpenChange={isOpen => isOpen && input.current?.focus()}
      onCancel={onClose}
    >
      <p>{t('personal.delete.consequence')}</p>
      <Form name="delete-account" form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item
          name="username"
          label={t('personal.delete.type', { name: masked(user.username) })}
          validateTrigger="onSubmit"
          rules={[
            {
              validator: async (_, typed = '') => {
                if (typed !== user.username) throw new Error(t('personal.delete.differs'))
              },
            },
          ]}
        >
          <Input ref={input} autoComplete="off" spellCheck={false} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
