import { type LoggedLine, lineQuota, type Receipt, type ReceiptLine } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useMask } from '../../components/sensitive.tsx'
import { formatNumber } from '../../lib/format.ts'
import { i18n } from '../../phrases/index.ts'
import { useStatus } from '../../session/status.tsx'
import type { LogRow } from './api.ts'
import styles from './log.module.css'

/** Lines that add up: count × ratio = quota, then the rounding, then the charge. */
export function ReceiptTable({ receipt, row }: { receipt: Receipt; row: LogRow }) {
  const { t } = useTranslation()
  const status = useStatus()
  // at the exchange rate when the call was priced
  const display = { ...status, quota_per_unit: row.details.quota_per_unit ?? status.quota_per_unit }
  const mask = useMask()
  const amount = (quota: number) => mask(lineQuota(quota, display))

  return (
    <div className={styles.receipt}>
      <table className={styles.charge}>
        <caption>{t('log.receipt.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('log.receipt.item')}</th>
            <th scope="col">{t('log.receipt.count')}</th>
            <th scope="col">{t('log.receipt.ratio')}</th>
            <th scope="col">{t('log.receipt.quota')}</th>
            <th scope="col">{t('log.receipt.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map(({ count, ratio, quota, ...name }) => (
            <tr key={`${name.line} ${name.above} ${name.of}`}>
              <th scope="row">
                <LineName {...name} />
              </th>
              <td>{formatNumber(count)}</td>
              <td>× {precise(ratio)}</td>
              <td>{mask(precise(quota))}</td>
              <td>{amount(quota)}</td>
            </tr>
          ))}
          {(['rounding', 'uncollected'] as const).map(
            name =>
              receipt[name] !== 0 && (
                <tr key={name}>
                  <th scope="row">{t(`log.receipt.${name}`)}</th>
                  <td />
                  <td />
                  <td>{mask(precise(receipt[name]))}</td>
                  <td>{amount(receipt[name])}</td>
                </tr>
              ),
          )}
        </tbody>
        <tbody className={styles.total}>
          <tr>
            <th scope="row">{t('log.receipt.total')}</th>
            <td />
            <td />
            <td>{mask(formatNumber(receipt.total))}</td>
            <td>{amount(receipt.total)}</td>
          </tr>
        </tbody>
      </table>
      <Ratios row={row} />
    </div>
  )
}

type Name = Pick<ReceiptLine, 'line' | 'above' | 'of'>

/** Our own lines have phrases; a tool's line has the tool's name. */
function LineName({ line, above, of }: Name) {
  const { t } = useTranslation()
  const name = i18n.exists(`log.receipt.lines.${line}`)
    ? t(`log.receipt.lines.${line}` as 'log.receipt.lines.input')
    : line
  const parts = [name, of, above !== undefined && t('log.receipt.above', { tokens: formatNumber(above) })]
  return <>{parts.filter(Boolean).join(', ')}</>
}

/** The prices behind the lines' ratios. */
function Ratios({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  const { model_price, model_ratio, completion_ratio, cache_ratio, group_ratio, price_lines } = row.details
  const { user_group = row.group, user_group_ratio = -1 } = row.details
  const groupLabel = user_group_ratio < 0 ? t('log.ratios.group') : t('log.ratios.between', { group: user_group })
  if (price_lines) return <DollarLines lines={price_lines} group={{ label: groupLabel, ratio: group_ratio }} />
  const isPerCall = model_price !== undefined && model_price >= 0
  const ratios: [label: string, value: number | undefined][] = isPerCall
    ? [[t('log.ratios.price'), model_price]]
    : [
        [t('log.ratios.model'), model_ratio],
        [t('log.ratios.completion'), completion_ratio],
        [t('log.ratios.cache'), row.details.cache_tokens ? cache_ratio : undefined],
      ]
  return (
    <p>
      {[...ratios, [groupLabel, group_ratio] as const]
        .filter(([, value]) => value !== undefined)
        .map(([label, value]) => `${label} ${precise(value ?? 0)}`)
        .join(' · ')}
    </p>
  )
}

interface DollarLinesProps {
  lines: readonly LoggedLine[]
  group: { label: string; ratio: number | undefined }
}

/** A price that ratios cannot express, in dollars. */
function DollarLines({ lines, group }: DollarLinesProps) {
  const { t } = useTranslation()
  return (
    <p>
      {lines.map(({ usd, per, ...name }) => (
        <span key={`${name.line} ${name.above} ${name.of}`}>
          <LineName {...name} /> {t(`log.receipt.per.${per}`, { price: `$${precise(usd)}` })} ·{' '}
        </span>
      ))}
      {group.label} {precise(group.ratio ?? 1)}
    </p>
  )
}

/** All digits of a number, without the noise of binary fractions: `0.1875`. */
const precise = (value: number) => value.toLocaleString(i18n.language, { maximumSignificantDigits: 12 })
