import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { Fragment, useId, useRef, useState } from 'react'
import { labelled } from '../../lib/join-words.ts'
import { type Entry, type EntryKind, isRepeated, readEntries, writeEntries } from './entries.ts'
import styles from './entry-table.module.css'

/** The table's words. */
export interface EntryWords {
  name: string
  value: string
  add: string
  remove: (name: string | number) => string
  repeated: string
  broken: string
}

/** What is wrong with a cell, or worth knowing about it. */
export interface EntryProblem {
  of: 'name' | 'value'
  words: string
  isError: boolean
}

interface EntryTableProps {
  kind: EntryKind
  words: EntryWords
  /** The value of a new line. */
  starts?: string
  /** Names and values that are offered while typing. */
  names?: readonly string[]
  values?: readonly string[]
  problemOf?: (entries: Entry[], index: number) => EntryProblem | undefined
  text: string
  disabled: boolean
  onWrite: (text: string) => void
  onBlur: () => void
}

/** The entries of a JSON object, one per line. Lines without a name are only kept here. */
export function EntryTable(props: EntryTableProps) {
  const { kind, words, starts = '', names = [], values = [], problemOf, text, disabled, onWrite, onBlur } = props
  const id = useId()
  const [typed, setTyped] = useState<{ text: string; entries: Entry[] }>()
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const entries = typed?.text === text ? typed.entries : readEntries(text, kind)
  if (!entries) return <p className={styles.broken}>{words.broken}</p>

  const write = (entries: Entry[]) => {
    const text = writeEntries(entries, kind)
    setTyped({ text, entries })
    onWrite(text)
  }
  const change = (index: number, part: Partial<Entry>) => write(entries.with(index, { ...lineAt(index), ...part }))
  const add = () => {
    setAdding(true)
    write([...entries, { name: '', value: starts }])
  }
  const remove = (index: number) => {
    // the last line's button goes with it
    if (index === entries.length - 1) addButton.current?.focus()
    write(entries.toSpliced(index, 1))
  }
  const lineAt = (index: number): Entry => entries[index] ?? { name: '', value: '' }
  const problemAt = (index: number): EntryProblem | undefined =>
    isRepeated(entries, index) ? { of: 'name', words: words.repeated, isError: true } : problemOf?.(entries, index)

  return (
    <div>
      <table className={styles.entries}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.value}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {entries.map(({ name, value }, index) => {
            const problem = problemAt(index)
            const statusOf = (cell: EntryProblem['of']) =>
              problem?.of === cell
                ? ({
                    status: problem.isError ? 'error' : 'warning',
                    title: problem.words,
                    'aria-invalid': problem.isError,
                    'aria-describedby': `${id}-problem-${index}`,
                  } as const)
                : undefined
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place while its name is being typed
              <Fragment key={index}>
                <tr>
                  <td>
                    <Input
                      size="small"
                      autoFocus={isAdding}
                      disabled={disabled}
                      aria-label={labelled(words.name, index + 1)}
                      list={names.length > 0 ? `${id}-names` : undefined}
                      {...statusOf('name')}
                      value={name}
                      onBlur={onBlur}
                      onChange={({ target }) => change(index, { name: target.value })}
                    />
                  </td>
                  <td>
                    <Input
                      size="small"
                      disabled={disabled}
                      aria-label={labelled(words.value, name || index + 1)}
                      list={values.length > 0 ? `${id}-values` : undefined}
                      inputMode={kind === 'number' ? 'decimal' : undefined}
                      {...statusOf('value')}
                      value={value}
                      onBlur={onBlur}
                      onChange={({ target }) => change(index, { value: target.value })}
                    />
                  </td>
                  <td>
                    <Button
                      type="text"
                      size="small"
                      disabled={disabled}
                      icon={<DeleteOutlined />}
                      aria-label={words.remove(name || index + 1)}
                      onClick={() => remove(index)}
                    />
                  </td>
                </tr>
                {problem && (
                  <tr>
                    <td
                      colSpan={3}
                      id={`${id}-problem-${index}`}
                      className={styles.problem}
                      data-error={problem.isError}
                    >
                      {problem.words}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
      <Suggestions id={`${id}-names`} words={names} />
      <Suggestions id={`${id}-values`} words={values} />
      <Button ref={addButton} type="link" size="small" disabled={disabled} icon={<PlusOutlined />} onClick={add}>
        {words.add}
      </Button>
    </div>
  )
}

/** A list of thousands is not offered whole: a browser draws all of it. */
const MOST_OFFERED = 500

const Suggestions = ({ id, words }: { id: string; words: readonly string[] }) =>
  words.length > 0 && (
    <datalist id={id}>
      {words.slice(0, MOST_OFFERED).map(word => (
        <option key={word} value={word} />
      ))}
    </datalist>
  )
