import { RollbackOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Quota } from '../../../components/quota.tsx'
import { masked } from '../../../components/sensitive.tsx'
import { formatTime } from '../../../lib/format.ts'
import { useMay } from '../../../session/user.ts'
import type { LogRow } from '../api.ts'
import { CALL_DECIMALS } from '../call-decimals.ts'
import styles from '../log.module.css'
import { useRefunds } from './api.ts'
import { RefundDialog } from './dialog.tsx'

/** Lists a call's refunds; administrators can add one. */
export default function RefundsOfRow({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  const isAdmin = useMay('users.balances')
  const [isOpen, setOpen] = useState(false)
  const { data: refunds = [] } = useRefunds(row)
  const given = refunds.reduce((sum, { quota, undone_at }) => sum + (undone_at > 0 ? 0 : quota), 0)
  const left = row.quota + (row.details.uncollected ?? 0) - given
  return (
    <div className={styles.refunds}>
      {refunds.length > 0 && (
        <ul aria-label={t('refunds.given')}>
          {refunds.map(({ id, quota, reason, actor_name, created_at, undone_at }) => (
            <li key={id}>
              {t('refunds.given')} <Quota value={quota} decimals={CALL_DECIMALS} /> · {formatTime(created_at)} ·{' '}
              {t('refunds.by', { name: masked(actor_name), reason })}
              {undone_at > 0 && ` · ${t('refunds.undone')}`}
            </li>
          ))}
        </ul>
      )}
      {isAdmin && left > 0 && (
        <Button size="small" icon={<RollbackOutlined />} onClick={() => setOpen(true)}>
          {t('refunds.button')}
        </Button>
      )}
      {isOpen && <RefundDialog row={row} left={left} onClose={() => setOpen(false)} />}
    </div>
  )
}
