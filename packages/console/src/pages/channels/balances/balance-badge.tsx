import { type Channel, TYPES_WITH_BALANCE } from '@tollgate/contract'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatRelativeTime } from '../../../lib/format.ts'
import { useUpdateBalance } from './api.ts'

/** What the provider says is left; a press asks it anew. Nothing for types that tell none. */
export function BalanceBadge({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  const { mutate: update, isPending } = useUpdateBalance()
  if (!TYPES_WITH_BALANCE.includes(channel.type)) return null
  const isKnown = channel.balance_updated_time > 0
  const balance = isKnown ? `$${channel.balance.toFixed(2)}` : '–'
  const isEmpty = isKnown && channel.balance <= 0
  return (
    <Tooltip
      title={
        isKnown
          ? t('channelTests.balanceAt', { when: formatRelativeTime(channel.balance_updated_time) })
          : t('channelTests.balanceNever')
      }
    >
      <Button
        type="text"
        size="small"
        danger={isEmpty}
        loading={isPending}
        aria-label={`${t('channelTests.updateBalance')}: ${channel.name}, ${balance}`}
        onClick={() => update(channel.id)}
      >
        {balance}
      </Button>
    </Tooltip>
  )
}
