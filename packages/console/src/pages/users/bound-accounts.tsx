import { IDENTITIES, type Identity, type User } from '@tollgate/contract'
import { App, Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { masked, Sensitive } from '../../components/sensitive.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useMay } from '../../session/user.ts'
import { useFurtherIdentities, useUnbind, useUnbindFurther } from './api.ts'
import styles from './users.module.css'

/** A user's sign-in methods besides a password. Users bind them; administrators can remove them. */
export function BoundAccounts({ user }: { user: User }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const mayEdit = useMay('users.edit')
  const { mutate: unbind, isPending } = useUnbind(user.id)
  const { mutate: unbindFurther, isPending: isFurtherPending } = useUnbindFurther(user.id)
  const { data: further = [] } = useFurtherIdentities(user.id)
  const accounts: { key: string; account: string; bound: string; take: (onSuccess: () => void) => void }[] = [
    ...IDENTITIES.map((identity: Identity) => ({
      key: identity,
      account: t(`users.accounts.${identity}`),
      bound: user[identity],
      take: (onSuccess: () => void) => unbind(identity, { onSuccess }),
    })),
    ...further.map(({ provider, name, subject }) => ({
      key: provider,
      account: name,
      bound: subject,
      take: (onSuccess: () => void) => unbindFurther(provider, { onSuccess }),
    })),
  ]
  const askAndUnbind = async ({ account, take }: (typeof accounts)[number]) => {
    const words = { account, name: masked(user.username) }
    const agreed = await confirm({
      title: t('users.unbind.ask', words),
      consequence: t('users.unbind.consequence'),
      agree: t('users.unbind.agree'),
      danger: true,
    })
    if (agreed) take(() => message.success(t('users.unbind.done', words)))
  }
  return (
    <Form.Item label={t('users.form.accounts')} extra={t('users.form.accountsHint')}>
      <dl className={styles.accounts}>
        {accounts.map(one => (
          <div key={one.key}>
            <dt>{one.account}</dt>
            <dd translate="no">
              {one.bound ? (
                <Sensitive>{one.bound}</Sensitive>
              ) : (
                <span className={styles.quiet}>{t('users.form.unbound')}</span>
              )}
            </dd>
            {one.bound && (
              <dd>
                <Button
                  size="small"
                  danger
                  disabled={!mayEdit || isPending || isFurtherPending}
                  aria-label={`${t('users.unbind.agree')} ${one.account}`}
                  onClick={() => askAndUnbind(one)}
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
