import { Switch } from 'antd'
import { useId } from 'react'
import styles from './components.module.css'

interface LabelledSwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A small switch with a label; both can be clicked. */
export function LabelledSwitch({ label, checked, onChange }: LabelledSwitchProps) {
  const id = useId()
  return (
    <span className={styles.switch}>
      <Switch id={id} size="small" checked={checked} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
