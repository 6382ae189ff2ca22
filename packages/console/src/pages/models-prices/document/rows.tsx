import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../components/icon-button.tsx'
import styles from '../models-prices.module.css'
import type { Written } from './entry.ts'
import type { RowColumn } from './members.ts'

interface RowsProps {
  title: string
  add: string
  columns: readonly RowColumn[]
  rows: readonly Written[]
  added: Written
  onChange: (rows: Written[]) => void
}

/** A list of a document: each row a group of fields, with a button that removes it. */
export function Rows({ title, add, columns, rows, added, onChange }: RowsProps) {
  const { t } = useTranslation()
  const change = (index: number, name: string, value: unknown) =>
    onChange(rows.map((row, at) => (at === index ? withValue(row, name, value) : row)))
  return (
    <>
      {rows.map((row, index) => {
        const name = `${title} ${index + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is drawn from its values alone, and has no identity but its place
          <fieldset key={index} className={styles.row} aria-label={name}>
            {columns.map(column => (
              <Cell
                key={column.name}
                column={column}
                value={row[column.name]}
                onChange={value => change(index, column.name, value)}
              />
            ))}
            <IconButton
              icon={<DeleteOutlined />}
              aria-label={t('modelsPrices.document.remove', { name })}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </fieldset>
        )
      })}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...rows, added])}>
        {add}
      </Button>
    </>
  )
}

function withValue(row: Written, name: string, value: unknown): Written {
  const { [name]: _, ...others } = row
  return value === undefined ? others : { ...row, [name]: value }
}

interface CellProps {
  column: RowColumn
  value: unknown
  onChange: (value: unknown) => void
}

function Cell({ column: { name, kind }, value, onChange }: CellProps) {
  const { t } = useTranslation()
  const label = t(`modelsPrices.document.members.${name}` as 'modelsPrices.document.members.input')
  const id = useId()
  if (kind === 'flag')
    return (
      <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked ? true : undefined)}>
        {label}
      </Checkbox>
    )
  return (
    <div className={styles.cell}>
      <label htmlFor={id}>{label}</label>
      {kind === 'text' ? (
        <Input
          id={id}
          value={typeof value === 'string' ? value : ''}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      ) : (
        <NumberInput id={id} isDollars={kind === 'dollars'} value={value} onChange={onChange} />
      )}
    </div>
  )
}

interface NumberInputProps {
  id: string
  isDollars: boolean
  value: unknown
  onChange: (value: number | undefined) => void
}

/** A number, or nothing. */
export function NumberInput({ id, isDollars, value, onChange }: NumberInputProps) {
  return (
    <InputNumber
      id={id}
      className={styles.wide}
      min={0}
      controls={false}
      prefix={isDollars ? '$' : undefined}
      value={typeof value === 'number' ? value : null}
      onChange={typed => onChange(typed ?? undefined)}
    />
  )
}
