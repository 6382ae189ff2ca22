import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMargin } from '../../../lib/format.ts'
import styles from '../settings.module.css'
import { marginOf } from './margin.ts'
import type { PriceRow } from './price-rows.ts'

/** How the price differs from the built-in list: an arrow, a sign, and a colour that repeats them. */
export function MarginCell({ row }: { row: PriceRow }) {
  const { t } = useTranslation()
  const margin = marginOf(row)
  if (!margin) {
    return (
      <Tooltip title={t('prices.margin.unknownHint')}>
        <span className={styles.standard}>{t('prices.margin.unknown')}</span>
      </Tooltip>
    )
  }
  const { overall } = margin
  const kind = overall > 0 ? 'above' : overall < 0 ? 'below' : 'same'
  return (
    <Tooltip
      title={t('prices.margin.parts', { input: formatMargin(margin.input), output: formatMargin(margin.output) })}
    >
      <span className={styles.margin} data-kind={kind}>
        <span aria-hidden="true">{ARROWS[kind]}</span> {formatMargin(overall)}
      </span>
    </Tooltip>
  )
}

const ARROWS = { above: '▲', below: '▼', same: '=' } as const
