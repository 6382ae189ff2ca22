import { useTranslation } from 'react-i18next'
import { useChannelType } from './api.ts'

const JSON_FIELDS = ['model_mapping', 'status_code_mapping', 'param_override', 'setting'] as const
const OTHERS = {
  type: 'channels.form.type',
  name: 'channels.form.name',
  base_url: 'channels.form.baseUrl',
  models: 'channels.columns.models',
  group: 'channels.form.groups',
  priority: 'channels.columns.priority',
  weight: 'channels.columns.weight',
  tag: 'channels.columns.tag',
  key_spread: 'channelKeys.spread',
  auto_ban: 'channels.form.autoBan',
  test_model: 'channels.form.testModel',
  openai_organization: 'channels.form.organization',
  max_input_tokens: 'channels.form.maxInput',
} as const

/** How the form of a type labels a field of a channel. */
export function useFieldLabel(type: number): (field: string) => string {
  const { t } = useTranslation()
  const kind = useChannelType(type)?.other
  return field => {
    const json = JSON_FIELDS.find(name => name === field)
    if (json) return t(`channels.form.json.${json}.label`)
    if (field in OTHERS) return t(OTHERS[field as keyof typeof OTHERS])
    return field === 'other' && kind ? t(`channels.other.${kind}`) : field
  }
}
