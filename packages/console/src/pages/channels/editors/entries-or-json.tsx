import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entry, type EntryKind, readEntries } from '../../../components/entry-table/entries.ts'
import type { EntryProblem, EntryWords } from '../../../components/entry-table/entry-table.tsx'
import { JsonInput } from '../../../components/json-field.tsx'
import styles from './editors.module.css'
import { EntriesBeside } from './entries-beside.tsx'

/** How a JSON object is edited. */
export interface EntriesView {
  kind: EntryKind
  words: Pick<EntryWords, 'name' | 'value'>
  /** What “insert example” puts into the text. */
  example: object
  names?: readonly string[]
  values?: readonly string[]
  problemOf?: (entries: Entry[], index: number) => EntryProblem | undefined
  /** Beside the table: what becomes of a call. */
  outcome: (entries: Entry[]) => ReactNode
}

interface EntriesOrJsonProps extends EntriesView {
  label: string
  /** What is wrong with the text, unless a form item says so. */
  problem?: string | undefined
  disabled?: boolean
  /** These four may come from a form item. */
  id?: string
  value?: string
  onChange?: (text: string) => void
  onBlur?: () => void
}

/** How the table writes no entries; the text is then empty. */
const EMPTY = '{}'

/** A JSON object as a table with an example call beside it, or as text with numbered lines. */
export function EntriesOrJson(props: EntriesOrJsonProps) {
  const {
    id,
    value = '',
    onChange,
    onBlur,
    label,
    problem,
    disabled = false,
    words,
    kind,
    example,
    outcome,
    ...checks
  } = props
  const { t } = useTranslation()
  const [isText, setText] = useState(false)
  const entries = readEntries(value, kind)
  const show = isText || !entries ? 'text' : 'table'
  return (
    <>
      {show === 'text' ? (
        <JsonInput
          {...(problem !== undefined && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
          numbered
          disabled={disabled}
          id={id}
          aria-label={label}
          rows={4}
          example={example}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
        />
      ) : (
        <EntriesBeside
          {...checks}
          label={label}
          kind={kind}
          words={words}
          text={value || EMPTY}
          disabled={disabled}
          onWrite={text => onChange?.(text === EMPTY ? '' : text)}
          onBlur={() => onBlur?.()}
          outcome={entries && outcome(entries)}
        />
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
      <Button type="link" size="small" disabled={!entries} onClick={() => setText(!isText)}>
        {t(show === 'text' ? 'channelEditors.asTable' : 'channelEditors.asJson', { name: label })}
      </Button>
    </>
  )
}
