import { type OptionKey, optionLines } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../components/use-confirm.ts'
import { controls, wideControls } from './controls.tsx'
import { MissingNeeds } from './missing-needs.tsx'
import styles from './settings.module.css'
import { isActive, type Settings } from './use-settings.ts'
import { optionWords, useWords } from './words.ts'

/** One option: what it is called, what it does, and the control that edits it. */
export function OptionRow({ optionKey, settings }: { optionKey: OptionKey; settings: Settings }) {
  const { t } = useTranslation()
  const allWords = useWords()
  const agrees = useAskFirst()
  const line = optionLines[optionKey]
  const words = optionWords(allWords, optionKey)
  const text = settings.textOf(optionKey)
  const error = settings.errorOf(optionKey)
  const isOff = !isActive(settings, optionKey)
  const ids = { input: `option-${optionKey}`, hint: `hint-${optionKey}`, error: `error-${optionKey}` }
  const Control = controls[line.control]

  const write = async (typed: string | undefined) => {
    if (typed === undefined || (await agrees(optionKey, typed))) settings.write(optionKey, typed)
  }

  return (
    <div className={styles.row} data-control={wideControls.has(line.control) ? 'wide' : line.control} data-off={isOff}>
      <div className={styles.words}>
        <div className={styles.name}>
          <label htmlFor={ids.input}>{words.label}</label>
          <code>{optionKey}</code>
          <RestoreDefault optionKey={optionKey} settings={settings} disabled={isOff} />
        </div>
        <p id={ids.hint}>
          {words.hint}
          {isOff &&
            line.activeWith &&
            ` ${t('settings.onlyWith', { label: optionWords(allWords, line.activeWith).label })}`}
        </p>
        <MissingNeeds optionKey={optionKey} settings={settings} />
      </div>
      <div className={styles.control}>
        <Control
          optionKey={optionKey}
          words={words}
          text={text}
          onWrite={write}
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
      </div>
      {error && (
        <p id={ids.error} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Offered where a default is worth going back to. */
function RestoreDefault({
  optionKey,
  settings,
  disabled,
}: {
  optionKey: OptionKey
  settings: Settings
  disabled: boolean
}) {
  const { t } = useTranslation()
  const { control, write, default: standard } = optionLines[optionKey]
  const text = write(standard)
  if ((control !== 'number' && !wideControls.has(control)) || text === '' || settings.textOf(optionKey) === text)
    return null
  return (
    <Button
      type="link"
      size="small"
      className={styles.restore}
      disabled={disabled}
      title={control === 'number' ? t('settings.defaultIs', { value: text }) : undefined}
      onClick={() => settings.write(optionKey, text)}
    >
      {t('settings.restoreDefault')}
    </Button>
  )
}

/** What some values are asked about before they are taken. */
const questions = { PasswordLoginEnabled: { of: 'false', words: 'settings.passwordLoginOff' } } as const

function useAskFirst(): (key: OptionKey, text: string) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return async (key, text) => {
    const question = key in questions ? questions[key as keyof typeof questions] : undefined
    if (question?.of !== text) return true
    return confirm({
      title: t(`${question.words}.title`),
      consequence: t(`${question.words}.consequence`),
      agree: t(`${question.words}.agree`),
      danger: true,
    })
  }
}
