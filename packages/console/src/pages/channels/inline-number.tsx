import { InputNumber } from 'antd'
import { useEffect, useState } from 'react'
import styles from './channels.module.css'

interface InlineNumberProps {
  label: string
  value: number
  min: number
  onSave: (value: number) => void
}

/** An integer that is edited in place: leaving the field or Enter saves, Escape cancels. */
export function InlineNumber({ label, value, min, onSave }: InlineNumberProps) {
  const [draft, setDraft] = useState<number | null>(value)
  useEffect(() => setDraft(value), [value])

  const commit = () => {
    // what is too small is raised here: the input's own `min` would do so only after this
    const next = Math.max(min, draft ?? value)
    setDraft(next)
    if (next !== value) onSave(next)
  }
  return (
    <InputNumber<number>
      className={styles.inlineNumber}
      styles={{ input: { textAlign: 'end' } }}
      size="small"
      variant="filled"
      aria-label={label}
      precision={0}
      controls={false}
      value={draft}
      onChange={setDraft}
      onBlur={commit}
      onPressEnter={commit}
      onKeyDown={event => {
        if (event.key === 'Escape') setDraft(value)
      }}
    />
  )
}
