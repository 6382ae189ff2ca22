import { LockOutlined } from '@ant-design/icons'
import { type OptionKey, optionsIn, type SettingsSection, type SettingsTab } from '@tollgate/contract'
import { App, Button } from 'antd'
import { type ComponentType, type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { withPhrases } from '../../phrases/index.ts'
import type { SettingsPlace } from '../../phrases/settings-words.ts'
import { Alerts } from './alerts.tsx'
import { Changes } from './changes.tsx'
import { ClearLogs } from './clear-logs.tsx'
import { OidcProviders } from './oidc-providers.tsx'
import { OptionRow } from './option-row.tsx'
import { PriceArea } from './prices/price-area.tsx'
import styles from './settings.module.css'
import { SystemInfo } from './system-info.tsx'
import { TestMail } from './test-mail.tsx'
import type { Settings } from './use-settings.ts'
import { optionWords, placeOf, useWords } from './words.ts'

/** A quicker save shows no spinner. */
const SPINNER_DELAY_MS = 200

interface SectionProps {
  tab: SettingsTab
  section: SettingsSection
  settings: Settings
  /** The options to show, if not all of them: the section is then shown outside its tab. */
  only?: OptionKey[]
}

interface PartProps {
  settings: Settings
}

/** Sections with a body of their own, if shown in full. */
const bodies: Partial<Record<SettingsPlace, ComponentType<PartProps>>> = {
  'operation/model-ratio': PriceArea,
  'system/oidc-providers': OidcProviders,
  'overview/panels': lazyPart<PartProps>(() => withPhrases(['lists'], import('./lists/panel-order.tsx'))),
}

/** Bodies whose changes are saved one by one. */
const savesItself: ReadonlySet<SettingsPlace> = new Set(['system/oidc-providers'])

/** Shown above the options of a section. */
const introductions: Partial<Record<SettingsPlace, ComponentType<PartProps>>> = {
  'other/info': SystemInfo,
}

/** Shown below the buttons of a section. */
const appendices: Partial<Record<SettingsPlace, ComponentType<PartProps>>> = {
  'operation/logs': ClearLogs,
  'operation/alerts': Alerts,
  'system/smtp': TestMail,
}

/** Options that belong together and are saved together, with a preview of the changes. */
export function Section({ tab, section, settings, only }: SectionProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const frame = useRef<HTMLElement>(null)
  const canSave = useWhatComesFirst(settings)
  const [isSaving, setSaving] = useState(false)
  const place = placeOf(tab, section)
  const allWords = useWords()
  const { sections, tabs } = allWords
  const words = sections[place]
  const keys = optionsIn(tab, section)
  const changed = settings.changedAmong(keys)
  const Body = only ? undefined : bodies[place]
  const Introduction = only ? undefined : introductions[place]
  const Appendix = appendices[place]
  const isLocked = keys.every(settings.isLocked)
  const missing = keys[0] ? settings.missingRight(keys[0]) : null
  // A section whose only option has its name needs no heading of its own.
  const isOneOption = !only && keys.length === 1 && keys.some(key => optionWords(allWords, key).label === words.title)

  const save = async () => {
    if (isSaving) return void message.error(t('components.form.alreadySubmitted'))
    if (!canSave(place)) return
    setSaving(true)
    try {
      await settings.save(keys, words.failed)
    } finally {
      setSaving(false)
      requestAnimationFrame(() => showFirstError(frame.current))
    }
  }
  const saveOnShortcut = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  const saveOnEnter = (event: SubmitEvent) => {
    event.preventDefault()
    save()
  }
  const footer = !isLocked && !(Body && savesItself.has(place)) && (
    <footer>
      <Changes changed={changed} settings={settings} />
      <div className={styles.buttons}>
        <Button
          type={changed.length > 0 ? 'primary' : 'default'}
          loading={isSaving && { delay: SPINNER_DELAY_MS }}
          title="Ctrl/⌘ + Enter"
          {...(Body ? { onClick: save } : { htmlType: 'submit' })}
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
  )

  return (
    <section
      ref={frame}
      id={idOf(place)}
      className={styles.section}
      aria-label={isOneOption ? undefined : words.title}
      onKeyDown={saveOnShortcut}
    >
      {!isOneOption && (
        <header>
          <h2>{only ? `${tabs[tab]} › ${words.title}` : words.title}</h2>
          <p>{words.hint}</p>
          {isLocked && (
            <p className={styles.locked}>
              <LockOutlined />{' '}
              {missing
                ? t('settings.needsRight', { right: t(`rightWords.${missing}.name`) })
                : t('settings.onlyRootSection')}
            </p>
          )}
        </header>
      )}
      {Introduction && <Introduction settings={settings} />}
      {Body ? (
        <>
          <Body settings={settings} />
          {footer}
        </>
      ) : (
        <form className={styles.fields} noValidate onSubmit={saveOnEnter}>
          {keys
            .filter(key => !only || only.includes(key))
            .map(key => (
              <OptionRow key={key} optionKey={key} settings={settings} isExplained={isLocked && !isOneOption} />
            ))}
          {footer}
        </form>
      )}
      {Appendix && <Appendix settings={settings} />}
    </section>
  )
}

export const idOf = (place: SettingsPlace): string => place.replace('/', '-')

/** Payments are reported to the server's address, so it must be set first. */
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
