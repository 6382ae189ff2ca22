import type { User } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { masked } from '../../components/sensitive.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useRemoveFactors } from './api.ts'
import styles from './users.module.css'

/** For a user who has lost their phone or key: they sign in with only the password again. */
export function RemoveFactors({ user }: { user: User }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { mutate: remove, isPending } = useRemoveFactors()
  const askAndRemove = async () => {
    const agreed = await confirm({
      title: t('security.removeOf.ask', { name: masked(user.username) }),
      consequence: t('security.removeOf.consequence'),
      agree: t('security.removeOf.agree'),
      danger: true,
    })
    if (agreed)
      remove(user.id, {
        onSuccess: () => message.success(t('security.removeOf.done', { name: masked(user.username) })),
      })
  }
  return (
    <>
      <h2 className={styles.heading}>{t('security.title')}</h2>
      <p>{t(user.second_factor_at > 0 ? 'security.on' : 'security.off')}</p>
      <Button danger loading={isPending} onClick={askAndRemove}>
        {t('security.removeOf.agree')}
      </Button>
    </>
  )
}
