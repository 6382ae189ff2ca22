import { Form, Input, InputNumber, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../components/form-section.tsx'

/** The channel's place among the others. */
export function RoutingSection() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('channels.form.routing')} folded>
      <Form.Item name="priority" label={t('channels.columns.priority')} extra={t('channels.form.priorityHint')}>
        <InputNumber min={-999} precision={0} />
      </Form.Item>
      <Form.Item name="weight" label={t('channels.columns.weight')} extra={t('channels.form.weightHint')}>
        <InputNumber min={0} precision={0} />
      </Form.Item>
      <Form.Item name="tag" label={t('channels.columns.tag')} extra={t('channels.form.tagHint')}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        name="auto_ban"
        label={t('channels.form.autoBan')}
        extra={t('channels.form.autoBanHint')}
        layout="horizontal"
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="test_model" label={t('channels.form.testModel')} extra={t('channels.form.testModelHint')}>
        <Input maxLength={255} />
      </Form.Item>
    </FormSection>
  )
}
