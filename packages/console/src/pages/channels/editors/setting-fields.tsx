import { Form, Input, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ChannelValues } from '../channel-values.ts'
import { readSetting, withMember } from '../limits/setting-limits.ts'

const SWITCHES = ['system_prompt_override', 'force_format', 'thinking_to_content', 'pass_through_body_enabled'] as const

/** Members of a channel's `setting` that have fields of their own; changing one changes that text. */
export function SettingFields() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const text = Form.useWatch('setting', { form, preserve: true }) ?? ''
  const setting = readSetting(text)
  const write = (name: string, value: string | boolean) =>
    form.setFieldValue('setting', withMember(text, name, value || undefined))
  const textOf = (name: string) => (typeof setting?.[name] === 'string' ? setting[name] : '')
  return (
    <>
      <Form.Item
        label={t('channelEditors.setting.proxy.label')}
        extra={t('channelEditors.setting.proxy.hint')}
        htmlFor="setting-proxy"
      >
        <Input
          id="setting-proxy"
          disabled={!setting}
          inputMode="url"
          autoComplete="off"
          placeholder="socks5://user:password@10.0.0.5:1080"
          value={textOf('proxy')}
          onChange={({ target }) => write('proxy', target.value.trim())}
        />
      </Form.Item>
      <Form.Item
        label={t('channelEditors.setting.system_prompt.label')}
        extra={t('channelEditors.setting.system_prompt.hint')}
        htmlFor="setting-system-prompt"
      >
        <Input.TextArea
          id="setting-system-prompt"
          disabled={!setting}
          autoSize={{ minRows: 2, maxRows: 10 }}
          value={textOf('system_prompt')}
          onChange={({ target }) => write('system_prompt', target.value)}
        />
      </Form.Item>
      {SWITCHES.map(name => (
        <Form.Item
          key={name}
          label={t(`channelEditors.setting.${name}.label`)}
          extra={t(`channelEditors.setting.${name}.hint`)}
          htmlFor={name}
        >
          <Switch id={name} disabled={!setting} checked={setting?.[name] === true} onChange={on => write(name, on)} />
        </Form.Item>
      ))}
    </>
  )
}
