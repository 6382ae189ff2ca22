import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../../components/entry-table/entry-table.module.css'
import { labelled } from '../../../lib/join-words.ts'
import type { ControlProps } from '../control-props.ts'
import { groupNames } from './group-names.ts'
import { isRepeated, type RatioRow, readRatios, writeRatios } from './ratio-rows.ts'

const NEW_ROW: RatioRow = { users: '', calls: '', ratio: '1' }

/** Ratios between groups, one per line, and what the first of them means. Lines without both names are only kept here. */
export function RatioTable({ text, textOf, onWrite, input: { disabled, onBlur } }: ControlProps) {
  const { t } = useTranslation()
  const id = useId()
  const groups = groupNames(textOf)
  const [typed, setTyped] = useState<{ text: string; rows: RatioRow[] }>()
  const rows = typed?.text === text ? typed.rows : readRatios(text)
  if (!rows) return <p className={styles.broken}>{t('settings.entries.broken')}</p>

  const write = (rows: RatioRow[]) => {
    const text = writeRatios(rows)
    setTyped({ text, rows })
    onWrite(text)
  }
  const problemOf = (index: number): string | undefined => {
    if (isRepeated(rows, index)) return t('settings.groupRatios.repeated')
    const { users = '', calls = '' } = rows[index] ?? {}
    const unknown = [users, calls].find(name => name !== '' && groups.length > 0 && !groups.includes(name.trim()))
    return unknown && t('settings.groupRatios.unknown', { group: unknown })
  }
  const [example] = rows.filter(({ users, calls }) => users !== '' && calls !== '')
  const columns = [
    { key: 'users', label: t('settings.groupRatios.users'), list: `${id}-groups`, inputMode: 'text' },
    { key: 'calls', label: t('settings.groupRatios.calls'), list: `${id}-groups`, inputMode: 'text' },
    { key: 'ratio', label: t('settings.entries.number'), list: undefined, inputMode: 'decimal' },
  ] as const

  return (
    <div>
      <table className={styles.entries}>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place while its names are being typed
            <tr key={index}>
              {columns.map(({ key, label, ...offered }) => (
                <td key={key}>
                  <Input
                    size="small"
                    {...offered}
                    disabled={disabled}
                    aria-label={labelled(label, index + 1)}
                    status={key !== 'ratio' && isRepeated(rows, index) ? 'error' : ''}
                    value={row[key]}
                    onBlur={onBlur}
                    onChange={({ target }) => write(rows.with(index, { ...row, [key]: target.value }))}
                  />
                </td>
              ))}
              <td>
                <Button
                  type="text"
                  size="small"
                  disabled={disabled}
                  icon={<DeleteOutlined />}
                  aria-label={t('settings.groupRatios.remove', { ...row })}
                  onClick={() => write(rows.toSpliced(index, 1))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <p key={index} className={styles.problem} data-error={isRepeated(rows, index)}>
          {problemOf(index)}
        </p>
      ))}
      <datalist id={`${id}-groups`}>
        {groups.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button
        type="link"
        size="small"
        disabled={disabled}
        icon={<PlusOutlined />}
        onClick={() => write([...rows, NEW_ROW])}
      >
        {t('settings.groupRatios.add')}
      </Button>
      {example && <p className={styles.broken}>{t('settings.groupRatios.example', { ...example })}</p>}
    </div>
  )
}
