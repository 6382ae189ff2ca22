import { InputNumber } from 'antd'
import { useEffect, useState } from 'react'
import styles from './channels.module.css'

interface InlineNumberProps {
  label: string
  value: number
  min: number
  onSave: (value: number) => void
}

/** A whole number edited where it stands: leaving the field or Enter saves, Escape takes it back. */
export function InlineNumber({ label, value, min, onSave }: InlineNumberProps) {
  const [draft, setDraft] = useState<number | null>(value)
  useEffect(() => setDraft(value), [value])

  const commit = () => {
    if (draft === null) setDraft(value)
    else if (draft !== value) onSave(Math.max(min, draft))
  }
  return (
    <InputNumber<number>
      className={styles.inlineNumber}
      styles={{ input: { textAlign: 'end' } }}
      size="small"
      variant="filled"
      aria-label={label}
      min={min}
      precision={0}
      controls={false}
      value={draft}
      onChange={setDraft}
      onBlur={commit}
      onPressEnter={event => event.currentTarget.blur()}
      onKeyDown={event => {
        if (event.key === 'Escape') setDraft(value)
      }}
    />
  )
}
