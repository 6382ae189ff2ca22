import { useState } from 'react'
import styles from './channels.module.css'

interface InlineNumberProps {
  label: string
  /** undefined: the values differ. */
  value: number | undefined
  placeholder?: string
  min: number
  /** If it is refused, the field shows the old value again. */
  onSave: (value: number) => Promise<unknown>
}

/** The typed text, and the value when typing began: a list that changes meanwhile must not overwrite either. */
interface Editing extends Pick<InlineNumberProps, 'value' | 'onSave'> {
  draft: string
  isSaving?: boolean
}

/** An integer that is edited in place: blur or Enter saves, Escape cancels. A plain input, because a list has hundreds of them. */
export function InlineNumber({ label, value, placeholder, min, onSave }: InlineNumberProps) {
  const [editing, setEditing] = useState<Editing>()
  const end = (ended: Editing) => setEditing(now => (now === ended ? undefined : now))

  const commit = () => {
    if (!editing || editing.isSaving) return
    const next = Math.max(min, Math.trunc(Number(editing.draft)))
    if (editing.draft.trim() === '' || !Number.isSafeInteger(next) || next === editing.value) return end(editing)
    const saving = { ...editing, draft: String(next), isSaving: true }
    setEditing(saving)
    editing.onSave(next).then(
      () => end(saving),
      () => end(saving),
    )
  }
  return (
    <input
      type="number"
      step={1}
      className={styles.inlineNumber}
      aria-label={label}
      placeholder={placeholder}
      value={editing ? editing.draft : (value ?? '')}
      onChange={({ target }) =>
        setEditing({ ...(editing && !editing.isSaving ? editing : { value, onSave }), draft: target.value })
      }
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setEditing(undefined)
      }}
    />
  )
}
