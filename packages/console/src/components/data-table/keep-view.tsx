import { VIEW_NAME_MAX_LENGTH } from '@tollgate/contract'
import { Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'

interface KeepViewProps {
  isKeeping: boolean
  onKeep: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a view. */
export function KeepView({ isKeeping, onKeep, onClose }: KeepViewProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ name: string }>()
  return (
    <Modal
      open
      title={t('components.views.keepTitle')}
      okText={t('components.form.save')}
      confirmLoading={isKeeping}
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
          <Input autoFocus maxLength={VIEW_NAME_MAX_LENGTH} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
