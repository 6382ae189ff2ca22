import { Form } from 'antd'
import type { ChannelValues } from '../channel-values.ts'
import { readSetting, withMember } from '../limits/setting-limits.ts'

/** The `setting` of the channel in the form, whose members are changed one by one; null: it is not a JSON object. */
export function useSetting() {
  const form = Form.useFormInstance<ChannelValues>()
  const text = Form.useWatch('setting', { form, preserve: true }) ?? ''
  const setting = readSetting(text)
  return {
    setting,
    textOf: (name: string): string => (typeof setting?.[name] === 'string' ? setting[name] : ''),
    write: (name: string, value: unknown) => form.setFieldValue('setting', withMember(text, name, value)),
  }
}
