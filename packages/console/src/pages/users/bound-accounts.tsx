import { IDENTITIES, type Identity, type User } from '@tollgate/contract'
import { App, Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../components/use-confirm.ts'
import { useMay } from '../../session/user.ts'
import { useUnbind } from './api.ts'
import styles from './users.module.css'

/** A user's sign-in methods besides a password. Users bind them; administrators can take them away. */
export function BoundAccounts({ user }: { user: User }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const mayEdit = useMay('users.edit')
  const { mutate: unbind, isPending } = useUnbind(user.id)
  const askAndUnbind = async (identity: Identity) => {
    const words = { account: t(`users.accounts.${identity}`), name: user.username }
    const agreed = await confirm({
      title: t('users.unbind.ask', words),
      consequence: t('users.unbind.consequence'),
      agree: t('users.unbind.agree'),
      danger: true,
    })
    if (agreed) unbind(identity, { onSuccess: () => message.success(t('users.unbind.done', words)) })
  }
  return (
    <Form.Item label={t('users.form.accounts')} extra={t('users.form.accountsHint')}>
      <dl className={styles.accounts}>
        {IDENTITIES.map(account => (
          <div key={account}>
            <dt>{t(`users.accounts.${account}`)}</dt>
            <dd translate="no">{user[account] || <span className={styles.quiet}>{t('users.form.unbound')}</span>}</dd>
            {user[account] && (
              <dd>
                <Button
                  size="small"
                  danger
                  disabled={!mayEdit || isPending}
                  aria-label={`${t('users.unbind.agree')} ${t(`users.accounts.${account}`)}`}
                  onClick={() => askAndUnbind(account)}
                >
                  {t('users.unbind.agree')}
                </Button>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Form.Item>
  )
}
