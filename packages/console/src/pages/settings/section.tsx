import { type OptionKey, optionsIn, type SettingsSection, type SettingsTab } from '@tollgate/contract'
import { App, Button } from 'antd'
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsPlace } from '../../phrases/settings-words.ts'
import { Changes } from './changes.tsx'
import { ClearLogs } from './clear-logs.tsx'
import { OptionRow } from './option-row.tsx'
import { PriceArea } from './prices/price-area.tsx'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'
import { optionWords, placeOf, useWords } from './words.ts'

/** A save that is quicker shows no spinner. */
const SPINNER_DELAY_MS = 200

interface SectionProps {
  tab: SettingsTab
  section: SettingsSection
  settings: Settings
  /** The options to show, when not all of them: the section then stands outside of its tab. */
  only?: OptionKey[]
}

/** Sections that draw their options in a way of their own, where they stand whole. */
const bodies: Partial<Record<SettingsPlace, ComponentType<{ settings: Settings }>>> = {
  'operation/model-ratio': PriceArea,
}

/** Options that belong together and are saved together, with what will change before it is saved. */
export function Section({ tab, section, settings, only }: SectionProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const frame = useRef<HTMLElement>(null)
  const canSave = useWhatComesFirst(settings)
  const [isSaving, setSaving] = useState(false)
  const place = placeOf(tab, section)
  const { sections, tabs } = useWords()
  const words = sections[place]
  const keys = optionsIn(tab, section)
  const changed = settings.changedAmong(keys)
  const Body = only ? undefined : bodies[place]

  const save = async () => {
    if (isSaving) return void message.error(t('components.form.alreadySubmitted'))
    if (!canSave(place)) return
    setSaving(true)
    try {
      await settings.save(keys)
    } finally {
      setSaving(false)
      requestAnimationFrame(() => showFirstError(frame.current))
    }
  }
  const saveOnShortcut = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }

  return (
    <section
      ref={frame}
      id={idOf(place)}
      className={styles.section}
      aria-label={words.title}
      onKeyDown={saveOnShortcut}
    >
      <header>
        <h2>{only ? `${tabs[tab]} › ${words.title}` : words.title}</h2>
        <p>{words.hint}</p>
      </header>
      {Body ? (
        <Body settings={settings} />
      ) : (
        keys
          .filter(key => !only || only.includes(key))
          .map(key => <OptionRow key={key} optionKey={key} settings={settings} />)
      )}
      <footer>
        <Changes changed={changed} settings={settings} />
        <div className={styles.buttons}>
          <Button
            type={changed.length > 0 ? 'primary' : 'default'}
            loading={isSaving && { delay: SPINNER_DELAY_MS }}
            onClick={save}
            title="Ctrl/⌘ + Enter"
          >
            {t('settings.save')}
          </Button>
          {changed.length > 0 && (
            <Button type="text" disabled={isSaving} onClick={() => settings.discard(keys)}>
              {t('settings.discard')}
            </Button>
          )}
        </div>
      </footer>
      {place === 'operation/logs' && <ClearLogs />}
    </section>
  )
}

export const idOf = (place: SettingsPlace): string => place.replace('/', '-')

/** Payments are announced at the server's address, so that has to be there before they are set up. */
function useWhatComesFirst({ stored }: Settings): (place: SettingsPlace) => boolean {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const words = useWords()
  return place => {
    if (place !== 'system/payment' || stored.textOf('ServerAddress') !== '') return true
    message.warning(t('settings.fillInFirst', { label: optionWords(words, 'ServerAddress').label }))
    return false
  }
}

function showFirstError(frame: HTMLElement | null): void {
  const input = frame?.querySelector<HTMLElement>('[aria-invalid="true"]')
  input?.scrollIntoView({ block: 'center' })
  input?.focus({ preventScroll: true })
}
