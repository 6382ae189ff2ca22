import { PLAYGROUND_FORMATS } from '@tollgate/contract'
import { Drawer, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../../components/code-block.tsx'
import { useGatewayAddress } from '../../../session/status.tsx'
import { CODE_LANGUAGES, type CodeLanguage, codeOf } from '../code/index.ts'
import { shownThreads } from '../conversation/new-conversation.ts'
import { requestOf } from '../conversation/request-of.ts'
import { shownPath } from '../conversation/tree.ts'
import type { Conversation, Message } from '../conversation/types.ts'
import { formats } from '../formats/index.ts'
import styles from '../playground.module.css'

interface CodeDrawerProps {
  conversation: Conversation
  /** Typed but not sent. */
  draft: string
  onClose: () => void
}

/** The conversation as code, in any language and API format. */
export function CodeDrawer({ conversation, draft, onClose }: CodeDrawerProps) {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  const threads = shownThreads(conversation)
  const [at, setAt] = useState(0)
  const thread = threads[at] ?? threads[0]
  const [chosen, setFormat] = useState(thread?.format)
  const [language, setLanguage] = useState<CodeLanguage>('curl')
  if (!thread) return null
  const format = chosen ?? thread.format
  const request = requestOf(conversation.settings, thread, asked(shownPath(thread), draft.trim()))
  return (
    <Drawer open size={720} title={t('playground.code')} onClose={onClose}>
      <p className={styles.note}>{t('playground.codeHint')}</p>
      <div className={styles.codeBar}>
        {threads.length > 1 && (
          <Select
            aria-label={t('playground.codeThread')}
            value={at}
            onChange={setAt}
            options={threads.map(({ model }, value) => ({ value, label: model }))}
          />
        )}
        <Select
          aria-label={t('playground.choose.format')}
          popupMatchSelectWidth={false}
          value={format}
          onChange={setFormat}
          options={PLAYGROUND_FORMATS.map(value => ({ value, label: formats[value].label }))}
        />
        <Segmented value={language} onChange={setLanguage} options={CODE_LANGUAGES} />
      </div>
      <CodeBlock code={codeOf(request, format, language, address)} what={t('playground.copyCode')} />
    </Drawer>
  )
}

/** Up to the user's last message, or with the message being typed. */
function asked(path: Message[], draft: string): Message[] {
  if (draft) return [...path, { id: '', parent: null, role: 'user', parts: [{ kind: 'text', text: draft }] }]
  const last = path.findLastIndex(({ role }) => role !== 'assistant')
  if (last >= 0) return path.slice(0, last + 1)
  return [{ id: '', parent: null, role: 'user', parts: [{ kind: 'text', text: 'Hello!' }] }]
}
