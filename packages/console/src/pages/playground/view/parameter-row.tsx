import { Input, InputNumber, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { LabelledSwitch } from '../../../components/labelled-switch.tsx'
import { PARAMETERS, type ParameterName } from '../parameters.ts'
import styles from '../playground.module.css'

interface Setting {
  isOn: boolean
  value: number | string
}

interface ParameterRowProps {
  name: ParameterName
  setting: Setting
  /** Whether the API format supports it. */
  isTaken: boolean
  onSet: (setting: Setting) => void
}

/** A parameter with its switch, and its value while it is on. */
export function ParameterRow({ name, setting: { isOn, value }, isTaken, onSet }: ParameterRowProps) {
  const { t } = useTranslation()
  const label = t(`playground.names.${name}`)
  const parameter = PARAMETERS[name]
  const set = (value: number | string | null) => value !== null && onSet({ isOn, value })
  return (
    <div className={styles.parameter}>
      <LabelledSwitch label={label} checked={isOn} onChange={isOn => onSet({ isOn, value })} />
      {isOn && !isTaken && <span className={styles.note}>{t('playground.notSent')}</span>}
      {isOn && isTaken && parameter.kind === 'number' && (
        <InputNumber
          size="small"
          aria-label={label}
          min={parameter.min}
          max={parameter.max}
          step={parameter.step}
          value={Number(value)}
          onChange={set}
        />
      )}
      {isOn && isTaken && parameter.kind === 'choice' && (
        <Segmented
          size="small"
          aria-label={label}
          value={String(value)}
          onChange={set}
          options={parameter.choices.map(choice => ({ value: choice, label: t(`playground.efforts.${choice}`) }))}
        />
      )}
      {isOn && isTaken && parameter.kind === 'text' && (
        <Input.TextArea
          className="code"
          aria-label={label}
          placeholder={t('playground.stopHint')}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={1_000}
          value={String(value)}
          onChange={event => set(event.target.value)}
        />
      )}
    </div>
  )
}
