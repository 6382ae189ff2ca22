import { Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Entry, ListField } from './list-kinds.ts'
import styles from './lists.module.css'

interface ListEntryProps {
  id: string
  fields: readonly ListField[]
  entry: Entry
  disabled: boolean
  /** The member that was refused. */
  faulty: string | undefined
  onChange: (entry: Entry) => void
}

/** The fields of one entry. */
export function ListEntry({ id, fields, entry, disabled, faulty, onChange }: ListEntryProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.fields}>
      {fields.map(field => (
        <div key={field.name} className={styles.field} data-kind={field.kind}>
          <label htmlFor={`${id}-${field.name}`}>{t(`lists.fields.${field.name}`)}</label>
          <FieldInput
            id={`${id}-${field.name}`}
            field={field}
            value={entry[field.name]}
            disabled={disabled}
            isFaulty={faulty === field.name}
            onChange={value => onChange({ ...entry, [field.name]: value })}
          />
        </div>
      ))}
    </div>
  )
}

interface FieldInputProps {
  id: string
  field: ListField
  value: unknown
  disabled: boolean
  isFaulty: boolean
  onChange: (value: string | boolean) => void
}

function FieldInput({ id, field: { kind, choices }, value, disabled, isFaulty, onChange }: FieldInputProps) {
  const { t } = useTranslation()
  const input = { id, disabled, 'aria-invalid': isFaulty, status: isFaulty ? ('error' as const) : ('' as const) }
  const typed = typeof value === 'string' ? value : ''
  if (kind === 'switch')
    return <Switch id={id} disabled={disabled} checked={value === true} onChange={isOn => onChange(isOn)} />
  if (kind === 'choice')
    return (
      <Select
        {...input}
        value={typed}
        onChange={onChange}
        options={choices?.values.map(value => ({
          value,
          // the table of kinds names its own choices
          label: t(`lists.${choices.of}.${value}` as 'lists.types.default'),
        }))}
      />
    )
  if (kind === 'text')
    return (
      <Input.TextArea
        {...input}
        autoSize={{ minRows: 2, maxRows: 12 }}
        value={typed}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (kind === 'time')
    return (
      <Input
        {...input}
        type="datetime-local"
        value={toLocal(typed)}
        onChange={({ target }) => onChange(fromLocal(target.value))}
      />
    )
  return <Input {...input} autoComplete="off" value={typed} onChange={({ target }) => onChange(target.value)} />
}

const MINUTE_MS = 60_000

/** `2026-01-31T09:30` in the browser's time zone. */
function toLocal(time: string): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

function fromLocal(typed: string): string {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
