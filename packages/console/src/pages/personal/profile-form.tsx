import { USERNAME_MAX_LENGTH, type User } from '@tollgate/contract'
import { App, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { useRename } from './api.ts'

export function ProfileForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ username: string; display_name: string }>()
  const { mutateAsync: rename } = useRename()
  return (
    <FormDrawer
      title={t('personal.profile.editing')}
      form={form}
      draft="profile"
      initial={{ username: user.username, display_name: user.display_name }}
      onSubmit={async names => {
        await rename(names)
        message.success(t('personal.profile.saved'))
        return true
      }}
      onClose={onClose}
    >
      <Form.Item
        name="username"
        label={t('personal.profile.username')}
        extra={t('personal.profile.usernameHint')}
        rules={[{ required: true, whitespace: true, message: t('personal.profile.usernameNeeded') }]}
      >
        <Input autoComplete="username" maxLength={Math.max(USERNAME_MAX_LENGTH, user.username.length)} showCount />
      </Form.Item>
      <Form.Item
        name="display_name"
        label={t('personal.profile.displayName')}
        extra={t('personal.profile.displayNameHint')}
      >
        <Input autoComplete="nickname" maxLength={64} />
      </Form.Item>
    </FormDrawer>
  )
}
