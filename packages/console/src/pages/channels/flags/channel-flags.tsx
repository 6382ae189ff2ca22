import { WarningOutlined } from '@ant-design/icons'
import type { ChannelFlag } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { PressedPopover } from '../../../components/pressed-popover.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { useOfAllRows } from '../of-all-rows.tsx'
import { useDismissFlag } from './api.ts'
import styles from './flags.module.css'

/** How a channel's answers differ from the requests; empty if they do not. */
export function ChannelFlags({ channelId }: { channelId: number }) {
  const flags = useOfAllRows().flagsOf(channelId)
  return flags.length > 0 && <Flags flags={flags} />
}

function Flags({ flags }: { flags: ChannelFlag[] }) {
  const { t } = useTranslation()
  return (
    <PressedPopover
      content={
        <div className={styles.flags}>
          {flags.map(flag => (
            <Flag key={`${flag.kind} ${flag.model}`} flag={flag} />
          ))}
        </div>
      }
    >
      <Button size="small" color="orange" variant="text" icon={<WarningOutlined />}>
        {t('channelKeys.flags.label', { count: flags.length })}
      </Button>
    </PressedPopover>
  )
}

function Flag({ flag }: { flag: ChannelFlag }) {
  const { t } = useTranslation()
  const { mutate: dismiss, isPending } = useDismissFlag()
  const { kind, model, served = '', ratio = 0, calls = 0, since } = flag
  return (
    <div className={styles.flag}>
      <span>
        {t(`channelKeys.flags.${kind}`, { model, served, ratio: formatNumber(ratio, 2), calls: formatNumber(calls) })}
      </span>
      <RelativeTime at={since} />
      <Button size="small" loading={isPending} onClick={() => dismiss(flag)}>
        {t('channelKeys.flags.dismiss')}
      </Button>
    </div>
  )
}
