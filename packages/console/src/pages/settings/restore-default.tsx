import { type OptionKey, optionLines } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { wideControls } from './controls.tsx'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'

interface RestoreDefaultProps {
  optionKey: OptionKey
  settings: Settings
  disabled: boolean
}

/** Offered for defaults worth restoring: numbers, and long texts. */
export function RestoreDefault({ optionKey, settings, disabled }: RestoreDefaultProps) {
  const { t } = useTranslation()
  const { control, write, default: standard } = optionLines[optionKey]
  const text = write(standard)
  const isWorthIt = text !== '' && (control === 'number' || wideControls.has(control))
  if (!isWorthIt || settings.textOf(optionKey) === text) return null
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
