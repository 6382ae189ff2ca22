import { Button, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'

interface TagDialogProps {
  count: number
  /** null removes the tag. */
  onTag: (tag: string | null) => void
  onClose: () => void
}

/** Asks for the tag of the selected channels. */
export function TagDialog({ count, onTag, onClose }: TagDialogProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ tag: string }>()
  return (
    <Modal
      open
      title={t('channelTools.batch.tagTitle', { count })}
      onCancel={onClose}
      footer={[
        <Button key="remove" onClick={() => onTag(null)}>
          {t('channelTools.batch.removeTag')}
        </Button>,
        <Button key="set" type="primary" onClick={form.submit}>
          {t('channelTools.batch.set')}
        </Button>,
      ]}
    >
      <Form form={form} layout="vertical" onFinish={({ tag }) => onTag(tag.trim())}>
        <Form.Item
          name="tag"
          label={t('channels.columns.tag')}
          rules={[{ required: true, whitespace: true, message: t('channelTools.batch.tagRequired') }]}
        >
          <Input autoFocus maxLength={64} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
