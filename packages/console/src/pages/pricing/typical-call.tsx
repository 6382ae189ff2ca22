import { TYPICAL_CALL_NAMES, TYPICAL_CALLS, type TypicalCallName } from '@tollgate/contract'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import styles from './pricing.module.css'

interface TypicalCallProps {
  value: TypicalCallName
  onChange: (name: TypicalCallName) => void
}

/** Chooses the call whose cost a column shows, and describes it. */
export function TypicalCallChooser({ value, onChange }: TypicalCallProps) {
  const { t } = useTranslation()
  const words = useTypicalCallWords()
  return (
    <div className={styles.typical}>
      <span>{t('pricing.typical.title')}</span>
      <Segmented
        size="small"
        aria-label={t('pricing.typical.title')}
        value={value}
        onChange={onChange}
        options={TYPICAL_CALL_NAMES.map(name => ({ value: name, label: t(`pricing.typical.${name}.name`) }))}
      />
      <span>{words(value)}</span>
    </div>
  )
}

/** A description of a typical call. */
export function useTypicalCallWords(): (name: TypicalCallName) => string {
  const { t } = useTranslation()
  return name => {
    const { fresh, cached, written, output } = TYPICAL_CALLS[name]
    return t(`pricing.typical.${name}.made`, {
      fresh: formatNumber(fresh),
      cached: formatNumber(cached),
      written: formatNumber(written),
      output: formatNumber(output),
    })
  }
}
