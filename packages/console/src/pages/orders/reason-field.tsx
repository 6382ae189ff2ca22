import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

export function ReasonField() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="reason"
      label={t('orders.reason')}
      extra={t('orders.reasonHint')}
      rules={[{ required: true, whitespace: true, message: t('orders.reasonRequired') }]}
    >
      <Input.TextArea autoSize maxLength={200} />
    </Form.Item>
  )
}
