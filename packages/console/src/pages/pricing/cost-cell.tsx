import type { PricedModel } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../components/hint/index.tsx'
import { formatPrice } from '../../lib/format.ts'
import styles from './pricing.module.css'
import { costOfCall, TYPICAL_CALLS, type TypicalCallName } from './typical-calls.ts'

interface CostCellProps {
  model: PricedModel
  call: TypicalCallName
  groupRatio: number
}

/** The cost of a typical call, or why the call is impossible. */
export function CostCell({ model, call, groupRatio }: CostCellProps) {
  const { t } = useTranslation()
  const cost = costOfCall(model, TYPICAL_CALLS[call], groupRatio)
  if (typeof cost === 'number') return <b className={styles.cost}>{formatPrice(cost)}</b>
  return (
    <Hint title={t(`pricing.typical.${cost === 'too-long' ? 'tooLongHint' : 'notComparableHint'}`)}>
      <span className={styles.unknown}>{cost === 'too-long' ? t('pricing.typical.tooLong') : '–'}</span>
    </Hint>
  )
}
