import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, receiptOf, splitList, type Token } from '@tollgate/contract'
import { Alert, Button, Modal, Select, Skeleton, Spin } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Figures } from '../../../components/figures.tsx'
import { Quota } from '../../../components/quota.tsx'
import { askAgain } from '../../../lib/ask-again.ts'
import { send } from '../../../lib/call.ts'
import { formatDuration, formatNumber } from '../../../lib/format.ts'
import { bestKnownModel } from '../../../lib/known-models.ts'
import { paths } from '../../../lib/paths.ts'
import { keyOf } from '../../../lib/token-key.ts'
import { CALL_DECIMALS } from '../../log/call-decimals.ts'
import { ReceiptTable } from '../../log/receipt-table.tsx'
import { useUsableModelsQuery } from '../../tokens/api.ts'
import styles from './try-it.module.css'
import { type Trial, useReceipt, useTrial } from './use-trial.ts'

/** Calls a model with a token as a program would, and shows the answer as it comes, its tokens, its cost and its receipt. */
export default function TryIt({ tokenId, onClose }: { tokenId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: token, error } = useQuery({
    queryKey: ['tokens', 'one', tokenId],
    queryFn: () => send(calls.tokens.get, { params: { id: tokenId } }),
  })
  const { data: known, isFetching } = useUsableModelsQuery()
  // Models were unknown before the first channel existed.
  const models = known?.length || !isFetching ? known : undefined
  return (
    <Modal open width={720} title={t('tryIt.title')} onCancel={onClose} footer={null} destroyOnHidden>
      {error && <Alert type="error" showIcon title={error.message} />}
      {token && models ? <Trying token={token} models={models} onClose={onClose} /> : !error && <Skeleton active />}
    </Modal>
  )
}

function Trying({ token, models, onClose }: { token: Token; models: string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { trial, run } = useTrial()
  const row = useReceipt(trial)
  const limits = splitList(token.model_limits)
  const usable = token.model_limits_enabled ? models.filter(model => limits.includes(model)) : models
  const [model, setModel] = useState(() => bestKnownModel(usable))
  const prompt = t('tryIt.prompt')
  const ask = (asked = model) => {
    if (asked) run({ key: keyOf(token), model: asked, prompt })
  }
  const askAtOnce = useEffectEvent(ask)
  useEffect(() => askAtOnce(), [])
  const receiptId = row?.id
  useEffect(() => {
    if (receiptId !== undefined) void askAgain(client, ['first-steps'])
  }, [receiptId, client])

  const receipt = row && receiptOf(row.details)
  const isRunning = trial.state === 'running'
  return (
    <div className={styles.trial}>
      <div className={styles.asked}>
        <span>{t('tryIt.with', { token: token.name })}</span>
        <Select
          showSearch
          className={styles.model}
          aria-label={t('tryIt.model')}
          value={model}
          onChange={chosen => {
            setModel(chosen)
            ask(chosen)
          }}
          options={usable.map(name => ({ value: name, label: <span translate="no">{name}</span> }))}
        />
        <Button loading={isRunning} disabled={!model} onClick={() => ask()}>
          {t('tryIt.again')}
        </Button>
      </div>
      {!model && <Alert type="warning" showIcon title={t('tryIt.noModel')} />}
      <blockquote className={styles.prompt}>{prompt}</blockquote>
      <div className={styles.answer} role="log" aria-busy={isRunning}>
        {trial.text}
        {isRunning && trial.text === '' && <Spin size="small" />}
      </div>
      {trial.state === 'failed' && <Alert type="error" showIcon title={t('tryIt.failed')} description={trial.error} />}
      <TrialFigures trial={trial} row={row} />
      {trial.state === 'done' && !row && <p className={styles.quiet}>{t('tryIt.receiptComes')}</p>}
      {row && receipt && receipt.lines.length > 0 && <ReceiptTable receipt={receipt} row={row} />}
      <div className={styles.footer}>
        {row && (
          <Link to={`${paths.log}?${new URLSearchParams({ request_id: row.request_id })}`}>{t('tryIt.log')}</Link>
        )}
        <Link to={`${paths.connect}?token=${token.id}`}>{t('layout.pages.connect')}</Link>
        <Button type="primary" onClick={onClose}>
          {t('tryIt.done')}
        </Button>
      </div>
    </div>
  )
}

function TrialFigures({ trial, row }: { trial: Trial; row: ReturnType<typeof useReceipt> }) {
  const { t } = useTranslation()
  if (trial.totalMs === undefined) return null
  const figures = [
    trial.firstMs !== undefined && { label: t('log.firstToken'), value: formatDuration(trial.firstMs / 1000) },
    { label: t('log.total'), value: formatDuration(trial.totalMs / 1000) },
    row && {
      label: t('tryIt.tokens'),
      value: `${formatNumber(row.prompt_tokens)} + ${formatNumber(row.completion_tokens)}`,
    },
    row && { label: t('tryIt.cost'), value: <Quota value={row.quota} decimals={CALL_DECIMALS} /> },
  ]
  return <Figures dense figures={figures.filter(figure => figure !== false && figure !== undefined)} />
}
