import { Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Entry } from './entry.ts'
import styles from './palette.module.css'
import { useFound } from './use-found.ts'

/** Finds pages, settings, channels, tokens, users, calls and actions: arrow keys choose, Enter opens. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<InputRef>(null)
  const [query, setQuery] = useState('')
  // the choice stays when more results arrive; the default is the first
  const [chosenId, setChosenId] = useState<string>()
  const { groups, isAsking } = useFound(query)
  const offered = groups.flatMap(({ kind, entries }) => entries.map(entry => ({ id: `${kind} ${entry.key}`, entry })))
  const at = Math.max(
    0,
    offered.findIndex(({ id }) => id === chosenId),
  )
  const chosen = offered[at]

  const write = (text: string) => {
    setQuery(text)
    setChosenId(undefined)
  }
  const pick = ({ to, run, fill }: Entry) => {
    if (fill !== undefined) {
      write(fill)
      input.current?.focus()
      return
    }
    onClose()
    if (to) navigate(to)
    run?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter during input-method composition chooses a word, not a page.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && chosen) pick(chosen.entry)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosenId(offered[(at + step + offered.length) % Math.max(offered.length, 1)]?.id)
  }
  useEffect(() => {
    if (chosenId) document.getElementById(domId(chosenId))?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={560}
      title={t('layout.palette.open')}
      // names the dialog without being seen
      styles={{ header: { display: 'none' } }}
      onCancel={onClose}
      className={styles.palette}
    >
      <Input
        ref={input}
        autoFocus
        size="large"
        variant="borderless"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls="palette-results"
        aria-activedescendant={chosen && domId(chosen.id)}
        aria-label={t('layout.palette.open')}
        placeholder={t('layout.palette.placeholder')}
        value={query}
        onChange={event => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div
        id="palette-results"
        role="listbox"
        aria-label={t('layout.palette.results')}
        aria-busy={isAsking}
        className={styles.results}
      >
        {groups.map(({ kind, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options so
          <div key={kind} role="group" aria-labelledby={`palette-${kind}`}>
            <h3 id={`palette-${kind}`} className={styles.kind} role="presentation">
              {t(`layout.palette.kinds.${kind}`)}
            </h3>
            {entries.map(entry => {
              const id = `${kind} ${entry.key}`
              return (
                <Option
                  key={id}
                  id={id}
                  entry={entry}
                  isChosen={id === chosen?.id}
                  onChoose={() => setChosenId(id)}
                  onPick={() => pick(entry)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p className={styles.nothing} role="status">
        {offered.length === 0 && !isAsking && t('layout.palette.nothing', { query })}
      </p>
    </Modal>
  )
}

const domId = (id: string): string => `palette-${id.replaceAll(' ', '-')}`

interface OptionProps {
  id: string
  entry: Entry
  isChosen: boolean
  onChoose: () => void
  onPick: () => void
}

/** Entries that lead somewhere are links, which the middle button opens in a new tab. */
function Option({ id, entry, isChosen, onChoose, onPick }: OptionProps) {
  const shared = {
    id: domId(id),
    role: 'option',
    tabIndex: -1,
    'aria-selected': isChosen,
    className: styles.result,
    onMouseMove: () => !isChosen && onChoose(),
  } as const
  const words = (
    <>
      <span lang={entry.lang}>{entry.title}</span>
      {entry.hint && <small>{entry.hint}</small>}
    </>
  )
  if (!entry.to) {
    return (
      <button type="button" {...shared} onClick={onPick}>
        {words}
      </button>
    )
  }
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onPick()
  }
  return (
    <Link to={entry.to} {...shared} onClick={onClick}>
      {words}
    </Link>
  )
}
