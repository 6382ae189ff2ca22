import { Input, Modal } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type MenuLink, useSideMenu, useTopLinks } from './menus.ts'
import styles from './palette.module.css'

/** Jumps to a page by a few letters of its name: arrows choose, Enter goes. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = useEveryLink().filter(link => link.title.toLowerCase().includes(query.trim().toLowerCase()))

  const go = (link: MenuLink | undefined) => {
    if (!link) return
    onClose()
    navigate(link.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter inside an input method's composition chooses a word, not a page.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') go(found[chosen])
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen((chosen + step + found.length) % Math.max(found.length, 1))
  }

  return (
    <Modal open footer={null} closable={false} width={480} title={null} onCancel={onClose} className={styles.palette}>
      <Input
        autoFocus
        size="large"
        variant="borderless"
        role="combobox"
        aria-expanded
        aria-controls="palette-results"
        aria-activedescendant={found[chosen] && `palette-${chosen}`}
        aria-label={t('layout.palette.open')}
        placeholder={t('layout.palette.placeholder')}
        value={query}
        onChange={event => {
          setQuery(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-results" role="listbox" aria-label={t('layout.palette.results')} className={styles.results}>
        {found.map((link, index) => (
          <button
            key={link.to}
            id={`palette-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.result}
            onMouseEnter={() => setChosen(index)}
            onClick={() => go(link)}
          >
            <span>{link.title}</span>
            <code>{link.to}</code>
          </button>
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>{t('layout.palette.nothing', { query })}</p>}
    </Modal>
  )
}

/** Every page this user's menus show, each once. */
function useEveryLink(): MenuLink[] {
  const inMenu = useSideMenu().flatMap(group => group.links)
  const known = new Set(inMenu.map(link => link.to))
  return [...inMenu, ...useTopLinks().filter(link => !known.has(link.to))]
}
