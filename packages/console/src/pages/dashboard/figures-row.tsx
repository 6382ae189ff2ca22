import type { Usage } from '@tollgate/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../components/figures.tsx'
import { Hint } from '../../components/hint/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { formatNumber, shortenNumber } from '../../lib/format.ts'
import type { DashboardFilters, View } from './api.ts'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'
import { percentWords } from './use-words.ts'

const MINUTE_SECONDS = 60

/** The sums of the range, and the rates of the last minute. */
export function FiguresRow({ usage, list, view }: { usage: Usage; list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const logLink = useLogLink(list, view)
  const { from, to } = usage
  const { quota, requests, tokens, failed, cache_tokens, prompt_tokens, cache_saved, cache_uncounted } = usage.totals
  const failedShare = { count: formatNumber(failed), percent: percentWords(failed, requests + failed) }
  const charged = (value: ReactNode) => <ToRows to={logLink({ from, to })}>{value}</ToRows>
  const hinted = (hint: string, value: ReactNode) => (
    <Hint title={hint}>
      <span>{value}</span>
    </Hint>
  )
  const now = Math.floor(Date.now() / 1000)
  const lastMinute = (value: number) => (
    <ToRows to={logLink({ from: now - MINUTE_SECONDS, to: now + MINUTE_SECONDS })}>{formatNumber(value)}</ToRows>
  )
  const uncounted =
    cache_uncounted > 0 ? ` ${t('dashboard.figures.cacheUncounted', { tokens: formatNumber(cache_uncounted) })}` : ''
  return (
    <Figures
      leading
      oneLine
      figures={[
        { label: t('dashboard.figures.quota'), value: charged(<Quota value={quota} />) },
        { label: t('dashboard.figures.requests'), value: charged(formatNumber(requests)) },
        { label: t('dashboard.figures.tokens'), value: charged(tokensWords(tokens)), hint: formatNumber(tokens) },
        {
          label: t('dashboard.figures.failed'),
          value: (
            <ToRows to={logLink({ from, to, calls: 'failed' })}>
              {failed === 0 ? '0' : t('dashboard.figures.failedShare', failedShare)}
            </ToRows>
          ),
        },
        {
          label: t('dashboard.figures.cacheRate'),
          value: hinted(t('dashboard.figures.cacheHint'), charged(percentWords(cache_tokens, prompt_tokens))),
        },
        {
          label: t('dashboard.figures.cache_saved'),
          value: hinted(
            `${t('dashboard.figures.savedHint')}${uncounted}`,
            <>
              {charged(<Quota value={cache_saved} />)}
              {uncounted && '*'}
            </>,
          ),
        },
        { label: t('dashboard.figures.rpm'), value: hinted(t('dashboard.figures.rpmHint'), lastMinute(usage.rpm)) },
        { label: t('dashboard.figures.tpm'), value: hinted(t('dashboard.figures.tpmHint'), lastMinute(usage.tpm)) },
      ]}
    />
  )
}

/** Larger numbers are too long for their place and are shown exactly on hover. */
const LONGEST_TOKENS = 99_999_999

const tokensWords = (tokens: number) => (tokens > LONGEST_TOKENS ? shortenNumber(tokens) : formatNumber(tokens))
