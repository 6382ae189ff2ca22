import { useEffect, useState } from 'react'
import styles from './channels.module.css'

interface InlineNumberProps {
  label: string
  /** undefined: there is no one value. */
  value: number | undefined
  placeholder?: string
  min: number
  /** Where it is refused, the field shows the old value again. */
  onSave: (value: number) => Promise<unknown>
}

/**
 * An integer that is edited in place: leaving the field or Enter saves, Escape cancels. The browser's own input, because a
 * list has hundreds of them.
 */
export function InlineNumber({ label, value, placeholder, min, onSave }: InlineNumberProps) {
  const shown = value === undefined ? '' : String(value)
  const [draft, setDraft] = useState(shown)
  useEffect(() => setDraft(shown), [shown])

  const commit = () => {
    const typed = Math.trunc(Number(draft))
    if (draft.trim() === '' || !Number.isSafeInteger(typed)) return setDraft(shown)
    const next = Math.max(min, typed)
    setDraft(String(next))
    if (next !== value) onSave(next).catch(() => setDraft(shown))
  }
  return (
    <input
      type="number"
      step={1}
      className={styles.inlineNumber}
      aria-label={label}
      placeholder={placeholder}
      value={draft}
      onChange={event => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setDraft(shown)
      }}
    />
  )
}
