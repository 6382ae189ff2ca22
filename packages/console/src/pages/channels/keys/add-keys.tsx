import type { Channel } from '@tollgate/contract'
import { App, Button, Flex, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannelType } from '../api.ts'

interface AddKeysProps {
  channel: Channel
  /** Resolves to undefined if it failed, which is already shown. */
  onAdd: (keys: string) => Promise<object | undefined>
}

/** Keys to add to a channel. Refused input stays. */
export function AddKeys({ channel, onAdd }: AddKeysProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [text, setText] = useState('')
  const [isAdding, setAdding] = useState(false)
  const hasLines = useChannelType(channel.type)?.key_has_lines === true
  const add = async () => {
    setAdding(true)
    const added = await onAdd(text)
    setAdding(false)
    if (!added) return
    setText('')
    message.success(t('channelKeys.added'))
  }
  const label = hasLines ? t('channelKeys.addDocuments') : t('channelKeys.addLabel')
  return (
    <Flex vertical gap="small" align="start">
      <label htmlFor="new-keys">{label}</label>
      <Input.TextArea
        id="new-keys"
        className="code"
        value={text}
        onChange={event => setText(event.target.value)}
        autoSize={{ minRows: 3, maxRows: 10 }}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="primary" disabled={text.trim() === ''} loading={isAdding} onClick={add}>
        {t('channelKeys.add')}
      </Button>
    </Flex>
  )
}
