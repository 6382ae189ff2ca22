import { Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LabelledSwitch } from '../../../components/labelled-switch.tsx'
import { LIMITS } from '../conversation/limits.ts'
import type { Choice, Settings } from '../conversation/types.ts'
import { formats } from '../formats/index.ts'
import { PARAMETER_NAMES, PARAMETERS } from '../parameters.ts'
import styles from '../playground.module.css'
import { ParameterRow } from './parameter-row.tsx'
import { ToolsEditor } from './tools-editor.tsx'

interface SettingsPanelProps {
  settings: Settings
  /** The models asked. */
  choices: Choice[]
  onSet: (settings: Partial<Settings>) => void
}

/** System prompt, parameters and tools of a conversation. */
export function SettingsPanel({ settings, choices, onSet }: SettingsPanelProps) {
  const { t } = useTranslation()
  const systemId = useId()
  const { parameters } = settings
  return (
    <div className={styles.settings}>
      <section>
        <label htmlFor={systemId}>
          <strong>{t('playground.system')}</strong>
        </label>
        <Input.TextArea
          id={systemId}
          placeholder={t('playground.systemPlaceholder')}
          autoSize={{ minRows: 3, maxRows: 10 }}
          maxLength={LIMITS.text}
          value={settings.system}
          onChange={event => onSet({ system: event.target.value })}
        />
      </section>
      <LabelledSwitch
        label={t('playground.stream')}
        checked={settings.isStreamed}
        onChange={isStreamed => onSet({ isStreamed })}
      />
      <section>
        <h2>{t('playground.parameters')}</h2>
        <p>{t('playground.parameterHint')}</p>
        {PARAMETER_NAMES.map(name => (
          <ParameterRow
            key={name}
            name={name}
            setting={parameters[name] ?? { isOn: false, value: PARAMETERS[name].initial }}
            isTaken={choices.some(({ format }) => formats[format].takes.includes(name))}
            onSet={setting => onSet({ parameters: { ...parameters, [name]: setting } })}
          />
        ))}
      </section>
      <ToolsEditor tools={settings.tools} onChange={tools => onSet({ tools })} />
    </div>
  )
}
