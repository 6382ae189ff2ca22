import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../lib/format.ts'
import { colorOfResponse } from '../channel-state.ts'
import styles from './tests.module.css'

interface SpeedBadgeProps {
  seconds: number
  of: 'response' | 'firstToken'
  hasFailed?: boolean
}

/** How long an answer or its first token took, coloured by speed unless it failed. Empty for 0. */
export function SpeedBadge({ seconds, of, hasFailed = false }: SpeedBadgeProps) {
  const { t } = useTranslation()
  if (seconds === 0) return null
  return (
    <Tooltip title={t(of === 'response' ? 'channelTests.time' : 'channelTests.firstToken')}>
      <span className={styles.speed}>
        {!hasFailed && (
          <span style={{ background: `var(--ant-${colorOfResponse(seconds * 1000)})` }} aria-hidden="true" />
        )}
        {formatDuration(seconds)}
      </span>
    </Tooltip>
  )
}
