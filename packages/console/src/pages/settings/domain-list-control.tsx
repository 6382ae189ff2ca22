import { optionLines, type Reason } from '@tollgate/contract'
import { Button, Input, Space, Tag } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonMessage } from '../../lib/reason-message.ts'
import type { ControlProps } from './control-props.ts'
import styles from './settings.module.css'

/** Domains as tags; a typed one is checked before it becomes a tag. */
export function DomainListControl({ optionKey, text, onWrite, input }: ControlProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState<Reason>()
  const domains = text.split(',').filter(Boolean)
  const errorId = `${input.id}-typed`

  const add = () => {
    const added = typed.split(/[\s,]+/).filter(Boolean)
    if (added.length === 0) return
    const together = [...domains, ...added].join(',')
    const { read, write } = optionLines[optionKey]
    const reading = read(together)
    if ('reason' in reading) return setReason(reading.reason)
    onWrite(write(reading.value))
    setTyped('')
  }
  const type = (text: string) => {
    setTyped(text)
    setReason(undefined)
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' || event.ctrlKey || event.metaKey) && event.key !== ',') return
    event.preventDefault()
    add()
  }
  const remove = (domain: string) => onWrite(domains.filter(other => other !== domain).join(','))

  return (
    <div className={styles.domains}>
      {domains.length > 0 && (
        <ul className={styles.domainTags}>
          {domains.map(domain => (
            <li key={domain}>
              <Tag
                closable={{ 'aria-label': t('settings.domains.remove', { domain }) }}
                onClose={event => {
                  // The tag disappears when the text has changed.
                  event.preventDefault()
                  remove(domain)
                }}
              >
                {domain}
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <Space.Compact className={styles.domainInput}>
        <Input
          {...input}
          status={reason || input.status ? 'error' : ''}
          aria-invalid={reason !== undefined || input['aria-invalid']}
          aria-describedby={reason ? `${errorId} ${input['aria-describedby']}` : input['aria-describedby']}
          autoComplete="off"
          placeholder="example.com"
          value={typed}
          onChange={event => type(event.target.value)}
          onKeyDown={addOnEnter}
          onBlur={add}
        />
        <Button onClick={add}>{t('settings.domains.add')}</Button>
      </Space.Compact>
      {reason && (
        <p id={errorId} className={styles.error} role="alert">
          {reasonMessage(reason)}
        </p>
      )}
    </div>
  )
}
