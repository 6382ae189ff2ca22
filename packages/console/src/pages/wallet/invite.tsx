import type { User } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { formatNumber } from '../../lib/format.ts'
import { stored, useStored } from '../../lib/storage.ts'
import { useGatewayAddress } from '../../session/status.tsx'
import { useInviteCode } from './api.ts'
import { Transfer } from './transfer.tsx'
import styles from './wallet.module.css'

/** The user's own invitation link, its earnings, and their transfer to the balance. */
export function Invite({ user }: { user: User }) {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  const code = useInviteCode()
  const [isMasked] = useStored(stored.masked)
  return (
    <Panel title={t('wallet.invite.title')} hint={t('wallet.invite.hint')}>
      <div className={`${styles.columns} ${styles.invite}`}>
        <div>
          <h3 className={styles.label}>{t('wallet.invite.link')}</h3>
          <CodeBlock code={code ? `${address}/register?aff=${code}` : '…'} what={t('wallet.invite.link')} />
          <div className={styles.earned}>
            <Figures
              figures={[
                { label: t('wallet.invite.pending'), value: <Quota value={user.aff_quota} /> },
                { label: t('wallet.invite.total'), value: <Quota value={user.aff_history_quota} /> },
                { label: t('wallet.invite.count'), value: formatNumber(user.aff_count) },
              ]}
            />
          </div>
        </div>
        {/* starts from the whole amount unless it is masked, and again after each transfer */}
        <Transfer key={`${user.aff_quota} ${isMasked}`} available={user.aff_quota} />
      </div>
    </Panel>
  )
}
