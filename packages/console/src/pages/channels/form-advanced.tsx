import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../components/form-section.tsx'
import { JsonField } from '../../components/json-field.tsx'
import { ChoiceSwitches } from './choices/switches.tsx'
import { LimitInputs } from './limits/inputs.tsx'

/** The fields with JSON text, each with an example of its shape. */
const EXAMPLES = {
  model_mapping: { 'gpt-4o-latest': 'gpt-4o' },
  status_code_mapping: { '400': '500' },
  param_override: { temperature: 0 },
  setting: { proxy: 'socks5://user:password@10.0.0.5:1080', force_format: false },
}

/** Changes made on the way to the upstream and back. */
export function AdvancedSection() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('channels.form.advanced')} folded>
      <LimitInputs />
      <ChoiceSwitches />
      {(['model_mapping', 'status_code_mapping', 'param_override', 'setting'] as const).map(name => (
        <JsonField
          key={name}
          name={name}
          label={t(`channels.form.json.${name}.label`)}
          hint={t(`channels.form.json.${name}.hint`)}
          example={EXAMPLES[name]}
          invalidMessage={name === 'model_mapping' ? t('channels.form.mappingInvalid') : undefined}
        />
      ))}
      <Form.Item
        name="openai_organization"
        label={t('channels.form.organization')}
        extra={t('channels.form.organizationHint')}
      >
        <Input maxLength={255} placeholder="org-" />
      </Form.Item>
      <Form.Item name="max_input_tokens" label={t('channels.form.maxInput')} extra={t('channels.form.maxInputHint')}>
        <InputNumber min={0} precision={0} />
      </Form.Item>
    </FormSection>
  )
}
