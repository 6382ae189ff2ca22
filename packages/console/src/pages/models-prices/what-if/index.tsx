import type { PriceDraft } from '@tollgate/contract'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonInput } from '../../../components/json-field.tsx'
import { formatDays, formatTime } from '../../../lib/format.ts'
import styles from '../models-prices.module.css'
import { useBeginWhatIf, useWhatIf, useWhatIfs } from './api.ts'
import { Run } from './run.tsx'

const DAY_SECONDS = 86_400
const SPANS = [1, 7, 30, 90, 365]
const EXAMPLE = { ModelRatio: { 'gpt-4o': 1.25 }, GroupRatio: { vip: 0.9 } }

/** Asks what past calls would have cost with draft prices, and shows the answer as it arrives. */
export function WhatIfView({ draft: given }: { draft: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => pretty(given || '{}'))
  const [days, setDays] = useState(30)
  const [chosen, setChosen] = useState<number>()
  const { data: earlier } = useWhatIfs()
  const { mutate: begin, isPending, error } = useBeginWhatIf()
  const id = chosen ?? earlier?.[0]?.id
  const { data: run } = useWhatIf(id)
  const draft = readDraft(text)

  const start = () => {
    const until = Math.floor(Date.now() / 1000)
    if (draft) begin({ draft, since: until - days * DAY_SECONDS, until }, { onSuccess: made => setChosen(made.id) })
  }

  return (
    <>
      <div className={styles.ask}>
        <p>{t('modelsPrices.whatIf.hint')}</p>
        <Form layout="vertical" component="div">
          <Form.Item
            label={t('modelsPrices.whatIf.draft')}
            htmlFor="what-if-draft"
            validateStatus={draft && !error ? undefined : 'error'}
            help={draft ? error?.message : t('modelsPrices.whatIf.noDraft')}
          >
            <JsonInput id="what-if-draft" rows={5} value={text} onChange={setText} example={EXAMPLE} />
          </Form.Item>
        </Form>
        <div className={styles.askEnd}>
          <Select
            aria-label={t('modelsPrices.whatIf.span')}
            value={days}
            onChange={setDays}
            options={SPANS.map(days => ({
              value: days,
              label: t('modelsPrices.whatIf.last', { span: formatDays(days * DAY_SECONDS) }),
            }))}
          />
          <Button type="primary" disabled={!draft} loading={isPending} onClick={start}>
            {t('modelsPrices.whatIf.start')}
          </Button>
          {earlier && earlier.length > 0 && (
            <Select
              aria-label={t('modelsPrices.whatIf.earlier')}
              value={id}
              onChange={setChosen}
              options={earlier.map(({ id, created_at, actor_name }) => ({
                value: id,
                label: `#${id} · ${formatTime(created_at)} · ${actor_name}`,
              }))}
            />
          )}
        </div>
      </div>
      {run && <Run key={run.id} run={run} />}
    </>
  )
}

/** The server checks the rest. */
function readDraft(text: string): PriceDraft | undefined {
  try {
    const draft: unknown = JSON.parse(text.trim() || '{}')
    return typeof draft === 'object' && draft !== null && !Array.isArray(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
