import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../conversation/limits.ts'
import type { AssistantMessage, ToolCall } from '../conversation/types.ts'
import { parseJson } from '../formats/json.ts'
import styles from '../playground.module.css'
import type { ThreadView } from './thread-view.ts'

interface ToolCallsProps {
  view: ThreadView
  answer: AssistantMessage
  /** Nothing follows it yet. */
  isLast: boolean
}

/** The tool calls of an answer, and the inputs for their results. */
export function ToolCalls({ view, answer, isLast }: ToolCallsProps) {
  const { t } = useTranslation()
  const [results, setResults] = useState<Record<string, string>>({})
  const { toolCalls } = answer
  if (toolCalls.length === 0) return null
  const isOpen = isLast && answer.state !== 'streaming'
  const give = () =>
    view.actions.giveResults(
      view.at,
      answer.id,
      toolCalls.map(({ id, name }) => ({ callId: id, name, content: results[id] ?? '' })),
    )
  return (
    <>
      {toolCalls.map(call => (
        <div key={call.id} className={styles.tool}>
          <strong>{t('playground.tools.called', { name: call.name })}</strong>
          <pre>{argumentsText(call)}</pre>
          {isOpen && (
            <Input.TextArea
              className="code"
              aria-label={t('playground.tools.result', { name: call.name })}
              placeholder={t('playground.tools.resultPlaceholder')}
              autoSize={{ minRows: 1, maxRows: 8 }}
              maxLength={LIMITS.text}
              value={results[call.id] ?? ''}
              onChange={event => setResults({ ...results, [call.id]: event.target.value })}
            />
          )}
        </div>
      ))}
      {isOpen && (
        <Button size="small" type="primary" className={styles.give} onClick={give}>
          {t('playground.tools.send')}
        </Button>
      )}
    </>
  )
}

/** Formatted over several lines once it is complete. */
function argumentsText({ arguments: text }: ToolCall): string {
  const value = text.length < LIMITS.renderedText ? parseJson(text) : undefined
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
