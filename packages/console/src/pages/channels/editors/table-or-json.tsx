import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entry, type EntryKind, readEntries } from '../../../components/entry-table/entries.ts'
import type { EntryProblem, EntryWords } from '../../../components/entry-table/entry-table.tsx'
import { JsonInput } from '../../../components/json-field.tsx'
import type { ChannelValues } from '../channel-values.ts'
import { EntriesBeside } from './entries-beside.tsx'

interface TableOrJsonProps {
  name: 'model_mapping' | 'status_code_mapping' | 'param_override'
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

/** A JSON object of a channel as a table with an example call beside it, or as text with numbered lines. */
export function TableOrJson({ name, words, ...table }: TableOrJsonProps) {
  const { t } = useTranslation()
  const [isText, setText] = useState(false)
  const label = t(`channels.form.json.${name}.label`)
  return (
    <Form.Item
      name={name}
      label={label}
      extra={t(`channels.form.json.${name}.hint`)}
      validateTrigger="onBlur"
      rules={[
        {
          validator: async (_, text: string | undefined) => {
            const entries = readEntries(text ?? '', table.kind)
            if (!entries)
              throw new Error(t(name === 'model_mapping' ? 'channels.form.mappingInvalid' : 'components.json.invalid'))
            const wrong = entries.map((_, at) => table.problemOf?.(entries, at)).find(problem => problem?.isError)
            if (wrong) throw new Error(wrong.words)
          },
        },
      ]}
    >
      <Editor {...table} isText={isText} label={label} words={words} onSwitch={() => setText(!isText)} />
    </Form.Item>
  )
}

interface EditorProps extends Omit<TableOrJsonProps, 'name'> {
  /** These four come from the form item. */
  id?: string
  value?: string
  onChange?: (text: ChannelValues['model_mapping']) => void
  onBlur?: () => void
  isText: boolean
  label: string
  onSwitch: () => void
}

/** How the table writes no entries; the form keeps an empty text. */
const EMPTY = '{}'

function Editor(props: EditorProps) {
  const { id, value = '', onChange, onBlur, isText, label, words, onSwitch, kind, example, outcome, ...checks } = props
  const { t } = useTranslation()
  const entries = readEntries(value, kind)
  const show = isText || !entries ? 'text' : 'table'
  return (
    <>
      {show === 'text' ? (
        <JsonInput numbered id={id} rows={4} example={example} value={value} onChange={onChange} onBlur={onBlur} />
      ) : (
        <EntriesBeside
          {...checks}
          label={label}
          kind={kind}
          words={words}
          text={value || EMPTY}
          disabled={false}
          onWrite={text => onChange?.(text === EMPTY ? '' : text)}
          onBlur={() => onBlur?.()}
          outcome={entries && outcome(entries)}
        />
      )}
      <Button type="link" size="small" disabled={!entries} onClick={onSwitch}>
        {t(show === 'text' ? 'channelEditors.asTable' : 'channelEditors.asJson', { name: label })}
      </Button>
    </>
  )
}
