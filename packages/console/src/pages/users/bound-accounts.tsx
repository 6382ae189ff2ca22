import type { User } from '@tollgate/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './users.module.css'

/** A user's sign-in methods besides a password; only they can change them. */
const ACCOUNTS = ['email', 'github_id', 'oidc_id', 'linux_do_id', 'wechat_id', 'telegram_id'] as const

export function BoundAccounts({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <Form.Item label={t('users.form.accounts')} extra={t('users.form.accountsHint')}>
      <dl className={styles.accounts}>
        {ACCOUNTS.map(account => (
          <div key={account}>
            <dt>{t(`users.accounts.${account}`)}</dt>
            <dd translate="no">{user[account] || <span className={styles.quiet}>{t('users.form.unbound')}</span>}</dd>
          </div>
        ))}
      </dl>
    </Form.Item>
  )
}
