import {
  type ListedUser,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  REMARK_LENGTH_LIMIT,
  USERNAME_MAX_LENGTH,
  type User,
} from '@tollgate/contract'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { Below } from '../../components/form-section.tsx'
import { LoadingDrawer } from '../../components/loading-drawer.tsx'
import { PeriodLimit } from '../../components/period-limit.tsx'
import { masked } from '../../components/sensitive.tsx'
import { useMay } from '../../session/user.ts'
import { useCreateUser, useGroupNames, useOneUser, useUpdateUser } from './api.ts'
import { BoundAccounts } from './bound-accounts.tsx'
import { QuotaField } from './quota-field.tsx'

interface UserValues extends Pick<User, 'quota_period' | 'period_quota'> {
  username: string
  display_name: string
  password: string
  group: string
  remark: string
}

const newValues: UserValues = {
  username: '',
  display_name: '',
  password: '',
  group: '',
  remark: '',
  quota_period: '',
  period_quota: 0,
}

interface UserFormProps {
  /** The user to change; absent: a new one is created. */
  userId: number | undefined
  onClose: () => void
}

export function UserForm({ userId, onClose }: UserFormProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useOneUser(userId)
  if (userId === undefined || data) return <LoadedForm user={data} onClose={onClose} />
  return (
    <LoadingDrawer
      title={t('users.form.loading')}
      error={error}
      errorTitle={t('users.form.loadFailed')}
      onRetry={refetch}
      onClose={onClose}
    />
  )
}

function LoadedForm({ user, onClose }: { user: ListedUser | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<UserValues>()
  const groups = useGroupNames()
  const { mutateAsync: create } = useCreateUser()
  const { mutateAsync: update } = useUpdateUser()

  const mayEdit = useMay('users.edit')
  const mayPay = useMay('users.balances')

  const save = async ({ group, quota_period, period_quota, remark, ...account }: UserValues) => {
    if (!user) await create(account)
    // Only what this administrator may change is sent.
    else
      await update({
        id: user.id,
        ...(mayEdit && { ...account, remark }),
        ...(mayPay && { group, quota_period, period_quota }),
      })
    return true
  }
  const required = { required: true, whitespace: true, message: t('users.form.required') }

  return (
    <FormDrawer
      title={user ? t('users.form.change', { name: masked(user.username) }) : t('users.form.add')}
      form={form}
      draft={`user-${user?.id ?? 'new'}`}
      secrets={['password']}
      initial={user ? { ...newValues, ...pick(user) } : newValues}
      onSubmit={save}
      onClose={onClose}
      submitLabel={user ? undefined : t('users.form.create')}
    >
      <Form.Item name="username" label={t('users.form.username')} rules={[required]}>
        <Input
          autoFocus={!user}
          disabled={!mayEdit}
          maxLength={Math.max(USERNAME_MAX_LENGTH, user?.username.length ?? 0)}
          showCount
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item name="display_name" label={t('users.form.displayName')}>
        <Input
          disabled={!mayEdit}
          maxLength={64}
          autoComplete="off"
          placeholder={user ? undefined : t('users.form.displayNameHint')}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('users.form.password')}
        extra={user && t('users.form.passwordHint')}
        rules={[
          ...(user ? [] : [required]),
          { min: PASSWORD_MIN_LENGTH, message: t('users.form.passwordShort', { limit: PASSWORD_MIN_LENGTH }) },
        ]}
      >
        <Input.Password
          disabled={!mayEdit}
          autoComplete="new-password"
          placeholder={t('users.form.passwordLengths', { from: PASSWORD_MIN_LENGTH, to: PASSWORD_MAX_LENGTH })}
        />
      </Form.Item>
      {user && (
        <Below>
          <Form.Item name="group" label={t('users.form.group')}>
            <Select
              showSearch
              disabled={!mayPay}
              options={[...new Set([user.group, ...groups])].map(group => ({ value: group, label: group }))}
            />
          </Form.Item>
          {mayPay && <QuotaField user={user} />}
          {mayPay && <PeriodLimit limited={user} />}
          <Form.Item name="remark" label={t('users.form.remark')} extra={t('users.form.remarkHint')}>
            <Input.TextArea disabled={!mayEdit} maxLength={REMARK_LENGTH_LIMIT} autoSize={{ minRows: 1, maxRows: 4 }} />
          </Form.Item>
          <BoundAccounts user={user} />
        </Below>
      )}
    </FormDrawer>
  )
}

const pick = ({ username, display_name, group, quota_period, period_quota, remark }: ListedUser) => ({
  username,
  display_name,
  group,
  quota_period,
  period_quota,
  remark,
})
