import { DownloadOutlined, StopOutlined } from '@ant-design/icons'
import { App, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import styles from '../models-prices.module.css'
import { saveWhatIf, useStopWhatIf, type WhatIfRead } from './api.ts'
import { Result } from './result.tsx'

/** A replay: its progress, and its result once it is done. */
export function Run({ run }: { run: WhatIfRead }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: stop, isPending } = useStopWhatIf()
  const { id, state, since, until, reached, handled, result } = run
  const share = state === 'done' ? 1 : Math.max(0, reached - since) / (until - since)
  const save = () => saveWhatIf(id).catch((error: Error) => message.error(error.message))
  return (
    <section className={styles.run} aria-label={t('modelsPrices.whatIf.run', { id })}>
      <div className={styles.runHead}>
        <strong>{t('modelsPrices.whatIf.run', { id })}</strong>
        <span>
          {formatTime(since)} – {formatTime(until)}
        </span>
        <span aria-live="polite">
          {t(`modelsPrices.whatIf.states.${state}`)} ·{' '}
          {t('modelsPrices.whatIf.rows', { count: handled, number: formatNumber(handled) })}
        </span>
        {state === 'running' && (
          <Button size="small" danger icon={<StopOutlined />} loading={isPending} onClick={() => stop(id)}>
            {t('modelsPrices.whatIf.stop')}
          </Button>
        )}
        {result && (
          <Button size="small" icon={<DownloadOutlined />} onClick={() => void save()}>
            {t('modelsPrices.whatIf.csv')}
          </Button>
        )}
      </div>
      {state === 'running' && (
        <Progress percent={Math.floor(share * 100)} aria-label={t('modelsPrices.whatIf.progress')} />
      )}
      {result && <Result result={result} />}
    </section>
  )
}
