import type { ChannelKey } from '@tollgate/contract'
import { Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ReplaceKeyProps {
  target: ChannelKey
  /** Resolves to undefined if it failed, which is already shown. */
  onReplace: (id: string, by: string) => Promise<object | undefined>
  onClose: () => void
}

/** Asks for the key that replaces another. */
export function ReplaceKey({ target: { id, position }, onReplace, onClose }: ReplaceKeyProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [isOpen, setOpen] = useState(true)
  const title = t('channelKeys.replaceTitle', { position })
  const save = async () => {
    setSaving(true)
    const replaced = await onReplace(id, text)
    setSaving(false)
    if (replaced) setOpen(false)
  }
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={t('channelKeys.replace')}
      okButtonProps={{ disabled: text.trim() === '', loading: isSaving }}
      cancelText={t('components.confirm.cancel')}
      onOk={save}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p>{t('channelKeys.replaceConsequence')}</p>
      <Input.TextArea
        className="code"
        aria-label={title}
        value={text}
        onChange={event => setText(event.target.value)}
        autoSize={{ minRows: 2, maxRows: 10 }}
        autoComplete="off"
        spellCheck={false}
      />
    </Modal>
  )
}
