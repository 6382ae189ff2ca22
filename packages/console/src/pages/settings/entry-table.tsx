import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entry, isRepeated, readEntries, writeEntries } from './entries.ts'
import type { EntryKind } from './entry-kinds.ts'
import styles from './settings.module.css'

interface EntryTableProps {
  kind: EntryKind
  text: string
  disabled: boolean
  onWrite: (text: string) => void
  onBlur: () => void
}

/** The entries of a JSON option, one per line. Lines without a name are only kept here. */
export function EntryTable({ kind, text, disabled, onWrite, onBlur }: EntryTableProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<{ text: string; entries: Entry[] }>()
  const entries = typed?.text === text ? typed.entries : readEntries(text)
  if (!entries) return <p className={styles.entriesBroken}>{t('settings.entries.broken')}</p>

  const write = (entries: Entry[]) => {
    const text = writeEntries(entries, kind)
    setTyped({ text, entries })
    onWrite(text)
  }
  const change = (index: number, part: Partial<Entry>) => write(entries.with(index, { ...lineAt(index), ...part }))
  const lineAt = (index: number): Entry => entries[index] ?? { name: '', value: '' }
  const valueLabel = t(`settings.entries.${kind}`)

  return (
    <div>
      <table className={styles.entries}>
        <thead>
          <tr>
            <th scope="col">{t('settings.entries.name')}</th>
            <th scope="col">{valueLabel}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {entries.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place while its name is being typed
            <tr key={index}>
              <td>
                <Input
                  size="small"
                  disabled={disabled}
                  aria-label={`${t('settings.entries.name')}: ${index + 1}`}
                  status={isRepeated(entries, index) ? 'error' : ''}
                  title={isRepeated(entries, index) ? t('settings.entries.repeated') : undefined}
                  value={name}
                  onBlur={onBlur}
                  onChange={({ target }) => change(index, { name: target.value })}
                />
              </td>
              <td>
                <Input
                  size="small"
                  disabled={disabled}
                  aria-label={`${valueLabel}: ${name || index + 1}`}
                  inputMode={kind === 'number' ? 'decimal' : undefined}
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
                  aria-label={t('settings.entries.remove', { name: name || index + 1 })}
                  onClick={() => write(entries.toSpliced(index, 1))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        type="link"
        size="small"
        disabled={disabled}
        icon={<PlusOutlined />}
        onClick={() => write([...entries, { name: '', value: kind === 'number' ? '1' : '' }])}
      >
        {t('settings.entries.add')}
      </Button>
    </div>
  )
}
