import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { JsonInput } from '../../../components/json-field.tsx'
import { LIMITS } from '../conversation/limits.ts'
import type { Tool } from '../conversation/types.ts'
import { parseJson } from '../formats/json.ts'
import styles from '../playground.module.css'

const EXAMPLE = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Where' } },
  required: ['city'],
}

/** The tools a model may call: name, description, JSON schema. */
export function ToolsEditor({ tools, onChange }: { tools: Tool[]; onChange: (tools: Tool[]) => void }) {
  const { t } = useTranslation()
  const set = (at: number, change: Partial<Tool>) =>
    onChange(tools.map((tool, index) => (index === at ? { ...tool, ...change } : tool)))
  return (
    <section>
      <h2>{t('playground.tools.title')}</h2>
      <p>{t('playground.tools.hint')}</p>
      {tools.map((tool, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tool has nothing else that stays
        <div key={at} className={styles.toolForm}>
          <div>
            <Input
              className="code"
              aria-label={t('playground.tools.name')}
              placeholder={t('playground.tools.name')}
              status={isName(tool.name) ? '' : 'error'}
              maxLength={64}
              value={tool.name}
              onChange={event => set(at, { name: event.target.value })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('playground.tools.remove', { name: tool.name })}
              onClick={() => onChange(tools.filter((_, index) => index !== at))}
            />
          </div>
          {!isName(tool.name) && <span className={styles.problem}>{t('playground.tools.badName')}</span>}
          <Input
            aria-label={t('playground.tools.description')}
            placeholder={t('playground.tools.description')}
            maxLength={4_000}
            value={tool.description}
            onChange={event => set(at, { description: event.target.value })}
          />
          <JsonInput
            aria-label={t('playground.tools.schema')}
            example={EXAMPLE}
            rows={3}
            status={isSchema(tool.schema) ? '' : 'error'}
            value={tool.schema}
            onChange={schema => set(at, { schema })}
          />
          {!isSchema(tool.schema) && <span className={styles.problem}>{t('playground.tools.badSchema')}</span>}
        </div>
      ))}
      {tools.length < LIMITS.tools && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange([...tools, { name: '', description: '', schema: JSON.stringify(EXAMPLE, null, 2) }])}
        >
          {t('playground.tools.add')}
        </Button>
      )}
    </section>
  )
}

const isName = (name: string): boolean => /^[A-Za-z0-9_-]{0,64}$/.test(name)

function isSchema(text: string): boolean {
  const value = text.trim() === '' ? {} : parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
