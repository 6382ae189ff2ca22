import { PASSWORD_MIN_LENGTH } from '@tollgate/contract'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { RepeatedPassword } from '../../components/repeated-password.tsx'
import type { SetupFields } from './api.ts'

/** The administrator's fields, or a note that there is one already. */
export function AccountStep({ exists }: { exists: boolean }) {
  const { t } = useTranslation()
  if (exists) {
    return (
      <>
        <h2>{t('setup.account.title')}</h2>
        <p>{t('setup.account.exists')}</p>
      </>
    )
  }
  return (
    <>
      <h2>{t('setup.account.title')}</h2>
      <p>{t('setup.account.hint')}</p>
      <Form.Item<SetupFields>
        name="username"
        label={t('setup.account.username')}
        rules={[{ required: true, whitespace: true, message: t('setup.account.usernameEmpty') }]}
      >
        <Input autoComplete="username" />
      </Form.Item>
      <Form.Item<SetupFields>
        name="password"
        label={t('setup.account.password')}
        rules={[{ required: true, min: PASSWORD_MIN_LENGTH, message: t('setup.account.passwordShort') }]}
      >
        <Input.Password autoComplete="new-password" placeholder={t('setup.account.passwordHint')} />
      </Form.Item>
      <RepeatedPassword
        name="confirmPassword"
        label={t('setup.account.confirmPassword')}
        mismatch={t('setup.account.mismatch')}
      />
    </>
  )
}
