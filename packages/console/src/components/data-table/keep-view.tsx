import { Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'

interface KeepViewProps {
  onKeep: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a view. */
export function KeepView({ onKeep, onClose }: KeepViewProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ name: string }>()
  return (
    <Modal
      open
      title={t('components.views.keepTitle')}
      okText={t('components.form.save')}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={({ name }) => onKeep(name.trim())}>
        <Form.Item
          name="name"
          label={t('components.views.name')}
          extra={t('components.views.hint')}
          rules={[{ required: true, whitespace: true, message: t('components.views.nameNeeded') }]}
        >
          <Input autoFocus maxLength={64} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
