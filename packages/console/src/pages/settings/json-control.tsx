import { optionLines } from '@tollgate/contract'
import { JsonInput } from '../../components/json-field.tsx'
import type { ControlProps } from './control-props.ts'
import { entryKinds } from './entry-kinds.ts'
import { EntryTable } from './entry-table.tsx'
import { examples } from './examples.ts'
import styles from './settings.module.css'

/** JSON as text, with a table beside it if it is a short list of names. */
export function JsonControl({ optionKey, text, onWrite, input }: ControlProps) {
  const kind = entryKinds[optionKey]
  const json = (
    <JsonInput
      {...input}
      rows={3}
      example={examples[optionKey] ?? optionLines[optionKey].default}
      value={text}
      onChange={onWrite}
    />
  )
  if (!kind) return json
  return (
    <div className={styles.besideText}>
      <EntryTable kind={kind} text={text} disabled={input.disabled} onWrite={onWrite} onBlur={input.onBlur} />
      <div>{json}</div>
    </div>
  )
}
