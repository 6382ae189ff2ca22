import type { ModelPreset } from '@tollgate/contract'
import { App, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useKeepPreset } from './api.ts'

interface KeepDialogProps {
  presets: ModelPreset[]
  models: string[]
  onClose: () => void
}

/** Asks for the name under which to store models. */
export function KeepDialog({ presets, models, onClose }: KeepDialogProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ preset: string }>()
  const { mutate: keep, isPending } = useKeepPreset()

  const keepUnder = (name: string) =>
    keep(
      { id: presets.find(preset => preset.name === name)?.id, name, items: models },
      {
        onSuccess: () => {
          message.success(t('channelTools.presets.kept', { name }))
          onClose()
        },
      },
    )
  return (
    <Modal
      open
      title={t('channelTools.presets.keepTitle')}
      okText={t('components.form.save')}
      cancelText={t('components.confirm.cancel')}
      confirmLoading={isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={({ preset }) => keepUnder(preset.trim())}>
        <Form.Item
          name="preset"
          label={t('channelTools.presets.name')}
          rules={[{ required: true, whitespace: true, message: t('channelTools.presets.nameNeeded') }]}
        >
          <Input autoFocus maxLength={64} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
