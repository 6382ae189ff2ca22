import { Form, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSetting } from './use-setting.ts'

const SWITCHES = ['system_prompt_override', 'force_format', 'thinking_to_content', 'pass_through_body_enabled'] as const

/** Members of a channel's `setting` that are on or off; changing one changes that text. */
export function SettingSwitches() {
  const { t } = useTranslation()
  const { setting, write } = useSetting()
  return SWITCHES.map(name => (
    <Form.Item
      key={name}
      label={t(`channelEditors.setting.${name}.label`)}
      extra={t(`channelEditors.setting.${name}.hint`)}
      htmlFor={name}
    >
      <Switch
        id={name}
        disabled={!setting}
        checked={setting?.[name] === true}
        onChange={on => write(name, on || undefined)}
      />
    </Form.Item>
  ))
}
