import { Button } from 'antd'
import styles from './components.module.css'

interface QuickValuesProps<Value> {
  values: { value: Value; label: string }[]
  onPick: (value: Value) => void
}

/** Common values beside an input, one click each. */
export function QuickValues<Value>({ values, onPick }: QuickValuesProps<Value>) {
  return (
    <span className={styles.quickValues}>
      {values.map(({ value, label }) => (
        <Button key={label} size="small" onClick={() => onPick(value)}>
          {label}
        </Button>
      ))}
    </span>
  )
}
