import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber, formatQuota } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useStatus } from '../../../session/status.tsx'
import type { AssistantMessage } from '../conversation/types.ts'
import styles from '../playground.module.css'

const CHARGE_DECIMALS = 6

/** How long an answer took, its tokens, and a link to its receipt. */
export function Figures({ answer }: { answer: AssistantMessage }) {
  const { t } = useTranslation()
  const status = useStatus()
  const { firstMs, totalMs, usage, requestId, charge } = answer
  const seconds = (ms: number) => formatNumber(ms / 1000, 2)
  const { input, output = 0, cached = 0, reasoning = 0 } = usage
  const parts = [
    cached > 0 && t('playground.figures.cached', { cached: formatNumber(cached) }),
    reasoning > 0 && t('playground.figures.reasoning', { reasoning: formatNumber(reasoning) }),
  ].filter(Boolean)
  return (
    <div className={styles.figures}>
      {firstMs !== undefined && <span>{t('playground.figures.first', { seconds: seconds(firstMs) })}</span>}
      {totalMs !== undefined && <span>{t('playground.figures.total', { seconds: seconds(totalMs) })}</span>}
      {input !== undefined && (
        <Tooltip title={parts.join(' · ')}>
          <span>{t('playground.figures.tokens', { input: formatNumber(input), output: formatNumber(output) })}</span>
        </Tooltip>
      )}
      {requestId && (
        <Link to={`${paths.log}?request_id=${encodeURIComponent(requestId)}`}>
          {charge === undefined
            ? t('playground.figures.receipt')
            : t('playground.figures.receiptOf', {
                charge: formatQuota(charge, status, charge === 0 ? undefined : CHARGE_DECIMALS),
              })}
        </Link>
      )}
    </div>
  )
}
