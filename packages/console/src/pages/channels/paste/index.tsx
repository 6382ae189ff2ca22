import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannelTypes } from '../api.ts'
import type { ChannelValues } from '../channel-values.ts'
import { withMember } from '../limits/setting-limits.ts'
import { typeName } from '../type-words.ts'
import { readSnippet } from './read-snippet.ts'

/** Fills the form of a new channel from a pasted call or a provider's snippet. Nothing of it leaves the browser. */
export default function PasteCall() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const types = useChannelTypes()
  const [text, setText] = useState<string>()
  const [filled, setFilled] = useState<string[]>()

  const fill = (pasted: string) => {
    setText(pasted)
    const { model, proxy, ...found } = readSnippet(pasted, types)
    const type = types.find(known => known.type === found.type)
    const isUnnamed = form.getFieldValue('name') === ''
    const models: string[] = form.getFieldValue('models')
    const values = {
      ...found,
      ...(type && isUnnamed && { name: typeName(type) }),
      ...(model && { models: [...new Set([...models, model])] }),
      ...(proxy && { setting: withMember(form.getFieldValue('setting') ?? '', 'proxy', proxy) }),
    }
    form.setFieldsValue(values)
    const words = { type: 'type', base_url: 'baseUrl', key: 'key', openai_organization: 'organization' } as const
    const names = (Object.keys(words) as (keyof typeof words)[]).filter(field => found[field])
    setFilled([
      ...names.map(field => t(`channels.form.${words[field]}`)),
      ...(proxy ? [t('channelEditors.setting.proxy.label')] : []),
      ...(model ? [model] : []),
    ])
  }

  if (text === undefined)
    return (
      <Form.Item>
        <Button size="small" onClick={() => setText('')}>
          {t('channelEditors.paste.open')}
        </Button>
      </Form.Item>
    )
  return (
    <Form.Item
      label={t('channelEditors.paste.label')}
      htmlFor="pasted-call"
      extra={
        <span role="status">
          {text === '' || !filled
            ? t('channelEditors.paste.hint')
            : filled.length > 0
              ? t('channelEditors.paste.filled', { names: filled.join(', ') })
              : t('channelEditors.paste.nothing')}
        </span>
      }
    >
      <Input.TextArea
        id="pasted-call"
        className="code"
        autoFocus
        spellCheck={false}
        autoSize={{ minRows: 3, maxRows: 8 }}
        placeholder={'curl https://api.openai.com/v1/chat/completions -H "Authorization: Bearer sk-…" …'}
        value={text}
        onChange={({ target }) => fill(target.value)}
      />
    </Form.Item>
  )
}
