import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../components/form-section.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { withPhrases } from '../../phrases/index.ts'

const Editors = lazyPart(() => withPhrases(['channels', 'channelEditors', 'limits'], import('./editors/index.tsx')))

/** Changes made on the way to the upstream and back. */
export function AdvancedSection() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('channels.form.advanced')} folded>
      <Editors />
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
