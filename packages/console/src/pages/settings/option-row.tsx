import { type OptionKey, optionLines, type Right } from '@tollgate/contract'
import { type ComponentType, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '../../lib/join-words.ts'
import { controls, wideControls } from './controls.tsx'
import { FetchOidc } from './fetch-oidc.tsx'
import { MissingNeeds } from './missing-needs.tsx'
import { RestoreDefault } from './restore-default.tsx'
import styles from './settings.module.css'
import { useCarefulWrite } from './use-careful-write.ts'
import { isActive, type Settings } from './use-settings.ts'
import { optionWords, useWords } from './words.ts'

/** Further elements of an option beside its control. */
const beside: Partial<Record<OptionKey, ComponentType<{ settings: Settings }>>> = {
  'oidc.well_known': FetchOidc,
}

interface OptionRowProps {
  optionKey: OptionKey
  settings: Settings
  /** Whether the section already says why its options cannot be changed. */
  isExplained?: boolean
}

/** One option: its label, its explanation, and the control that edits it. */
export function OptionRow({ optionKey, settings, isExplained }: OptionRowProps) {
  const { t } = useTranslation()
  const allWords = useWords()
  const write = useCarefulWrite(settings)
  const line = optionLines[optionKey]
  const words = optionWords(allWords, optionKey)
  const text = settings.textOf(optionKey)
  const error = settings.errorOf(optionKey)
  const isInactive = !isActive(settings, optionKey)
  const isLocked = settings.isLocked(optionKey)
  const isOff = isInactive || isLocked
  const lockedWords = (right: Right | null) =>
    right ? t('settings.needsRight', { right: t(`rightWords.${right}.name`) }) : t('settings.onlyRoot')
  const ids = { input: `option-${optionKey}`, hint: `hint-${optionKey}`, error: `error-${optionKey}` }
  const Control = controls[line.control]
  const Beside = beside[optionKey]

  return (
    <div className={styles.row} data-control={wideControls.has(line.control) ? 'wide' : line.control} data-off={isOff}>
      <div className={styles.words}>
        <div className={styles.name}>
          <label htmlFor={ids.input}>{words.label}</label>
          <code>
            {[...optionKey.matchAll(/[^_.]+[_.]*/g)].map(({ 0: part, index }) => (
              <Fragment key={index}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </code>
          <RestoreDefault optionKey={optionKey} settings={settings} disabled={isOff} />
        </div>
        <p id={ids.hint}>
          {joinSentences([
            words.hint,
            ...(isInactive && line.activeWith
              ? [t('settings.onlyWith', { label: optionWords(allWords, line.activeWith).label })]
              : []),
            ...(isLocked && !isExplained ? [lockedWords(settings.missingRight(optionKey))] : []),
          ])}
        </p>
        {!isLocked && <MissingNeeds optionKey={optionKey} settings={settings} />}
      </div>
      <div className={styles.control}>
        <Control
          optionKey={optionKey}
          words={words}
          text={text}
          textOf={settings.textOf}
          onWrite={typed => write(optionKey, typed)}
          isSet={settings.stored.isSecretSet(optionKey)}
          isTouched={settings.draftOf(optionKey) !== undefined}
          input={{
            id: ids.input,
            disabled: isOff,
            status: error ? 'error' : '',
            onBlur: () => settings.check(optionKey),
            'aria-describedby': error ? `${ids.hint} ${ids.error}` : ids.hint,
            'aria-invalid': error !== undefined,
          }}
        />
        {Beside && !isLocked && <Beside settings={settings} />}
      </div>
      {error && (
        <p id={ids.error} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
