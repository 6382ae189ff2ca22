import type { PriceEffect } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useQuotaText } from '../../components/quota.tsx'
import { formatMargin, formatNumber, formatPrice } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { type PricesDraft, usePriceEffect } from './api.ts'
import styles from './models-prices.module.css'

interface EffectProps {
  draft: PricesDraft
  /** Shows the exact change, from every receipt. */
  onReplay: () => void
}

/** What a draft of prices changes: typical calls of a single model, and the last 30 days. */
export function Effect({ draft, onReplay }: EffectProps) {
  const { t } = useTranslation()
  const { data, error } = usePriceEffect(draft)
  const [only] = data?.length === 1 ? data : []
  return (
    <section className={styles.effect} aria-label={t('modelsPrices.effect.title')}>
      <h3>{t('modelsPrices.effect.title')}</h3>
      {error && <p>{error.message}</p>}
      {only && <TypicalCalls effect={only} />}
      {data && <Last30Days effects={data} />}
      <Button size="small" onClick={onReplay}>
        {t('modelsPrices.effect.replay')}
      </Button>
    </section>
  )
}

function TypicalCalls({ effect }: { effect: PriceEffect }) {
  const { t } = useTranslation()
  const { quota_per_unit } = useStatus()
  const dollars = (quota: number | null) => (quota === null ? '–' : formatPrice(quota / quota_per_unit))
  return (
    <table className={styles.numbers}>
      <thead>
        <tr>
          <th scope="col">{t('modelsPrices.effect.call')}</th>
          <th scope="col">{t('modelsPrices.effect.before')}</th>
          <th scope="col">{t('modelsPrices.effect.after')}</th>
        </tr>
      </thead>
      <tbody>
        {effect.typical.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{t(`pricing.typical.${name}.name`)}</th>
            <td>{dollars(before)}</td>
            <td data-changed={before !== after}>{dollars(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Last30Days({ effects }: { effects: PriceEffect[] }) {
  const { t } = useTranslation()
  const amount = useQuotaText()
  const sum = (of: (effect: PriceEffect) => number) => effects.reduce((sum, effect) => sum + of(effect), 0)
  const [count, booked, quota] = [sum(one => one.calls), sum(one => one.booked), sum(one => one.quota ?? one.booked)]
  if (count === 0) return <p>{t('modelsPrices.effect.noCalls')}</p>
  const amounts = { booked: amount(booked), quota: amount(quota) }
  const change = booked > 0 ? formatMargin(quota / booked - 1) : '–'
  return <p>{t('modelsPrices.effect.last30', { count, number: formatNumber(count), ...amounts, change })}</p>
}
