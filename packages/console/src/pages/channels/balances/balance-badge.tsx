import { LoadingOutlined } from '@ant-design/icons'
import { type Channel, TYPES_WITH_BALANCE } from '@tollgate/contract'
import { useState } from 'react'
import { Hint } from '../../../components/hint/index.tsx'
import { useMask } from '../../../components/sensitive.tsx'
import { formatRelativeTime } from '../../../lib/format.ts'
import { labelled } from '../../../lib/join-words.ts'
import { t } from '../../../phrases/index.ts'
import { useOfAllRows } from '../of-all-rows.tsx'
import styles from './balances.module.css'

/** The balance reported by the provider; a click requests it again. Empty for types without one. */
export function BalanceBadge({ channel }: { channel: Channel }) {
  const { updateBalance } = useOfAllRows()
  const [isAsking, setAsking] = useState(false)
  const mask = useMask()
  if (!TYPES_WITH_BALANCE.includes(channel.type)) return <span className={styles.none} />
  const isKnown = channel.balance_updated_time > 0
  const balance = isKnown ? mask(`$${channel.balance.toFixed(2)}`) : '–'
  const isEmpty = isKnown && channel.balance <= 0
  const ask = () => {
    const end = () => setAsking(false)
    setAsking(true)
    // a failure is reported together with all others
    updateBalance(channel.id).then(end, end)
  }
  return (
    <Hint
      title={() =>
        isKnown
          ? t('channelTests.balanceAt', { when: formatRelativeTime(channel.balance_updated_time) })
          : t('channelTests.balanceNever')
      }
    >
      <button
        type="button"
        className={styles.balance}
        data-known={isKnown}
        data-empty={isEmpty}
        disabled={isAsking}
        aria-label={labelled(t('channelTests.updateBalance'), `${channel.name}, ${balance}`)}
        onClick={ask}
      >
        {isAsking && <LoadingOutlined />}
        {balance}
      </button>
    </Hint>
  )
}
