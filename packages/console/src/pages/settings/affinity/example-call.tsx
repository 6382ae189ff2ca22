import { type AffinityRule, affinityKey } from '@tollgate/contract'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './affinity.module.css'

const CALL = {
  model: 'gpt-5-codex',
  path: '/v1/responses',
  headers: 'user-agent: codex_cli_rs/0.50\nsession_id: 0198-77aa',
  body: '{ "prompt_cache_key": "0198-77aa", "metadata": { "user_id": "u-17" } }',
}
const ROWS = { model: 1, path: 1, headers: 3, body: 3 } as const

/** A call that can be changed, with the rule that it meets and the key that it has. */
export function ExampleCall({ rules }: { rules: readonly AffinityRule[] }) {
  const { t } = useTranslation()
  const id = useId()
  const [call, setCall] = useState(CALL)
  const body = objectOf(call.body)
  const headers = new Map(call.headers.split('\n').map(headerOf))
  const found = affinityKey(rules, {
    model: call.model.trim(),
    path: () => call.path.trim(),
    header: name => headers.get(name.toLowerCase()) ?? null,
    member: name => body?.[name],
    tokenId: 7,
  })
  const { from, key = '' } = (found && rules[found.rule]) ?? {}
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form's own labels are not those of a fieldset
    <div className={styles.example} role="group" aria-label={t('settings.affinity.example')}>
      <span>{t('settings.affinity.example')}</span>
      {(Object.keys(ROWS) as (keyof typeof ROWS)[]).map(name => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{t(`settings.affinity.call.${name}`)}</label>
          <Input.TextArea
            id={`${id}-${name}`}
            className={ROWS[name] > 1 ? 'code' : undefined}
            size="small"
            spellCheck={false}
            autoSize={{ minRows: ROWS[name], maxRows: 8 }}
            status={name === 'body' && !body ? 'error' : ''}
            value={call[name]}
            onChange={({ target }) => setCall({ ...call, [name]: target.value })}
          />
        </div>
      ))}
      <output>
        {found && from
          ? t(`settings.affinity.found.${from}`, { place: found.rule + 1, name: key, value: found.key })
          : t('settings.affinity.found.none')}
      </output>
    </div>
  )
}

function headerOf(line: string): [string, string] {
  const [name = '', ...value] = line.split(':')
  return [name.trim().toLowerCase(), value.join(':').trim()]
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
