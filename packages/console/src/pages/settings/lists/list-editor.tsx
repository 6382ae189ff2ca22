import { DeleteOutlined, DownOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { optionLines } from '@tollgate/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '../control-props.ts'
import { ListEntry } from './list-entry.tsx'
import { type Entry, listKinds } from './list-kinds.ts'
import styles from './lists.module.css'
import { SortableList } from './sortable-list.tsx'

/** The entries of a JSON list: each opens into its fields, moves by its handle, and can be removed. */
export function ListEditor({ optionKey, words, text, onWrite, input }: ControlProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<number>()
  const kind = listKinds[optionKey]
  const entries = readEntries(text)
  if (!kind || !entries) return <p>{t('settings.entries.broken')}</p>
  const faulty = input['aria-invalid'] ? faultIn(optionLines[optionKey].read(text)) : undefined

  const write = (entries: readonly Entry[]) => onWrite(JSON.stringify(entries, null, 2))
  const nameOf = (entry: Entry, index: number) => String(entry[kind.named] || t('lists.unnamed', { place: index + 1 }))
  const move = (from: number, to: number) => {
    const moved = entries[from]
    if (!moved) return
    setOpen(open === from ? to : undefined)
    write(entries.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  const add = () => {
    setOpen(entries.length)
    write([...entries, kind.blank()])
  }

  return (
    <div className={styles.lists}>
      <SortableList label={words.label} items={entries} nameOf={nameOf} disabled={input.disabled} onMove={move}>
        {(entry, index) => (
          <>
            <div className={styles.head}>
              <button
                type="button"
                className={styles.name}
                aria-expanded={open === index}
                data-faulty={faulty?.place === index}
                onClick={() => setOpen(open === index ? undefined : index)}
              >
                {open === index ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
                <span>{nameOf(entry, index)}</span>
              </button>
              <Button
                type="text"
                size="small"
                disabled={input.disabled}
                icon={<DeleteOutlined />}
                aria-label={t('settings.entries.remove', { name: nameOf(entry, index) })}
                onClick={() => {
                  setOpen(undefined)
                  write(entries.toSpliced(index, 1))
                }}
              />
            </div>
            {open === index && (
              <ListEntry
                id={`${input.id}-${index}`}
                fields={kind.fields}
                entry={entry}
                disabled={input.disabled}
                faulty={faulty?.place === index ? faulty.member : undefined}
                onChange={entry => write(entries.with(index, entry))}
              />
            )}
          </>
        )}
      </SortableList>
      <Button size="small" disabled={input.disabled} icon={<PlusOutlined />} onClick={add}>
        {t('lists.add')}
      </Button>
    </div>
  )
}

/** The objects of a JSON list; undefined if the text is not one. */
function readEntries(text: string): Entry[] | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '[]')
    const isList =
      Array.isArray(value) && value.every(entry => typeof entry === 'object' && entry && !Array.isArray(entry))
    return isList ? (value as Entry[]) : undefined
  } catch {
    return undefined
  }
}

/** Where a reading found a fault: `2.url` is the second entry's address. */
function faultIn(reading: ReturnType<(typeof optionLines)['MenuItems']['read']>) {
  if (!('reason' in reading) || !reading.reason.at) return undefined
  const [place = '', member] = reading.reason.at.split('.')
  return { place: Number(place) - 1, member }
}
