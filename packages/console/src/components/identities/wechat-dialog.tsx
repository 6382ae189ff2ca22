import type { User } from '@tollgate/contract'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useStatus } from '../../session/status.tsx'
import styles from './identities.module.css'

interface WechatDialogProps {
  title: string
  isOpen: boolean
  /** Signs in or binds with the code. */
  onCode: (code: string) => Promise<User>
  onDone: (user: User) => void
  onClose: () => void
}

/** The QR code of the site's WeChat account, and a field for the code it replies with. */
export function WechatDialog({ title, isOpen, onCode, onDone, onClose }: WechatDialogProps) {
  const { t } = useTranslation()
  const { wechat_qrcode } = useStatus()
  const [form] = Form.useForm<{ code: string }>()
  const [isBusy, setBusy] = useState(false)

  const submit = async ({ code }: { code: string }) => {
    setBusy(true)
    try {
      onDone(await onCode(code.trim()))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      form.setFields([{ name: 'code', errors: [error.message] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      title={title}
      open={isOpen}
      okText={t('identities.submit')}
      okButtonProps={{ loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
      width={400}
      destroyOnHidden
    >
      <p>{t('identities.wechatHint')}</p>
      {wechat_qrcode && <img src={wechat_qrcode} alt={t('identities.qr')} className={styles.qr} />}
      <Form form={form} name="wechat" layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item
          name="code"
          label={t('identities.code')}
          rules={[{ required: true, whitespace: true, message: t('identities.codeNeeded') }]}
        >
          <Input autoFocus autoComplete="one-time-code" maxLength={64} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
