import { type PricedModel, TYPICAL_CALLS, type TypicalCallName } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../components/hint/index.tsx'
import { formatPrice } from '../../lib/format.ts'
import styles from './pricing.module.css'
import { costOfCall } from './typical-calls.ts'

interface CostCellProps {
  model: PricedModel
  call: TypicalCallName
  groupRatio: number
}

const WHY = {
  'too-long': 'pricing.typical.tooLongHint',
  'not-comparable': 'pricing.typical.notComparableHint',
  unpriced: 'pricing.unpricedHint',
} as const

/** The cost of a typical call; if it cannot be made, the reason. */
export function CostCell({ model, call, groupRatio }: CostCellProps) {
  const { t } = useTranslation()
  const cost = costOfCall(model, TYPICAL_CALLS[call], groupRatio)
  if (typeof cost === 'number') return <b className={styles.cost}>{formatPrice(cost)}</b>
  return (
    <Hint title={t(WHY[cost])}>
      <span className={styles.unknown}>{cost === 'too-long' ? t('pricing.typical.tooLong') : '–'}</span>
    </Hint>
  )
}
