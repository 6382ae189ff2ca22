import type { Usage } from '@tollgate/contract'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../components/figures.tsx'
import { Quota } from '../../components/quota.tsx'
import { formatNumber, formatSpan } from '../../lib/format.ts'
import { useUser } from '../../session/user.ts'
import type { View } from './api.ts'
import { percentWords } from './use-words.ts'

/** The sums of the range, and what the last minute saw. One's own come with how long the balance lasts. */
export function FiguresRow({ usage, view }: { usage: Usage; view: View }) {
  const { t } = useTranslation()
  const user = useUser()
  const { quota, requests, tokens, failed, cache_tokens, prompt_tokens } = usage.totals
  const failedShare = { count: formatNumber(failed), percent: percentWords(failed, requests + failed) }
  const hinted = (hint: string, value: string) => (
    <Tooltip title={hint}>
      <span>{value}</span>
    </Tooltip>
  )
  const figures = [
    { label: t('dashboard.figures.quota'), value: <Quota value={quota} /> },
    { label: t('dashboard.figures.requests'), value: formatNumber(requests) },
    { label: t('dashboard.figures.tokens'), value: formatNumber(tokens) },
    {
      label: t('dashboard.figures.failed'),
      value: failed === 0 ? '0' : t('dashboard.figures.failedShare', failedShare),
    },
    {
      label: t('dashboard.figures.cacheRate'),
      value: hinted(t('dashboard.figures.cacheHint'), percentWords(cache_tokens, prompt_tokens)),
    },
    { label: t('dashboard.figures.rpm'), value: hinted(t('dashboard.figures.rpmHint'), formatNumber(usage.rpm)) },
    { label: t('dashboard.figures.tpm'), value: hinted(t('dashboard.figures.tpmHint'), formatNumber(usage.tpm)) },
  ]
  const perSecond = quota / (usage.to - usage.from)
  const own =
    user && !view.isOfAll
      ? [
          { label: t('dashboard.figures.balance'), value: <Quota value={user.quota} /> },
          {
            label: t('dashboard.figures.lasts'),
            value: hinted(t('dashboard.figures.lastsHint'), perSecond > 0 ? spanWords(user.quota / perSecond) : '–'),
          },
        ]
      : []
  return <Figures figures={[...figures, ...own]} leading />
}

const DAY_SECONDS = 86_400

/** Whole days once it is days. */
const spanWords = (seconds: number): string =>
  formatSpan(
    seconds > DAY_SECONDS
      ? Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS
      : Math.max(3600, Math.floor(seconds / 3600) * 3600),
  )
