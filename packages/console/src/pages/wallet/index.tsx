import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/data-table/index.ts'
import { useFreshUser, useUser } from '../../session/user.ts'
import { Balance } from './balance.tsx'
import { Invite } from './invite.tsx'
import { OnlineTopUp } from './online-top-up.tsx'
import { Orders } from './orders.tsx'
import { Plans } from './plans/index.tsx'
import { Redeem } from './redeem.tsx'
import { useReturnFromPayment } from './use-check-order.ts'
import styles from './wallet.module.css'

export default function WalletPage() {
  const { t } = useTranslation()
  const user = useUser()
  useFreshUser(0)
  useReturnFromPayment()
  if (!user) return null
  return (
    <ListPage title={t('layout.pages.wallet')} intro={t('wallet.intro')}>
      <div className={styles.page}>
        <Balance user={user} />
        <Plans />
        <div className={styles.columns}>
          <OnlineTopUp />
          <Redeem />
        </div>
        <Invite user={user} />
        <Orders />
      </div>
    </ListPage>
  )
}
