import { Form, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ChannelValues } from '../channel-values.ts'
import { readSetting, withMember } from '../limits/setting-limits.ts'

const SWITCHES = ['allow_model_choice', 'usual_service_only', 'known_parts_only'] as const

/** What clients may choose and send on a channel, stored in its `setting`. */
export function ChoiceSwitches() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const text = Form.useWatch('setting', { form, preserve: true }) ?? ''
  const setting = readSetting(text)
  return SWITCHES.map(name => (
    <Form.Item
      key={name}
      label={t(`channels.form.choices.${name}.label`)}
      extra={t(`channels.form.choices.${name}.hint`)}
      htmlFor={name}
    >
      <Switch
        id={name}
        disabled={!setting}
        checked={setting?.[name] === true}
        onChange={on => form.setFieldValue('setting', withMember(text, name, on || undefined))}
      />
    </Form.Item>
  ))
}
