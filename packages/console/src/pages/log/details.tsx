import { CALL, cacheSavingsOf, receiptOf } from '@tollgate/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import type { RowAction } from '../../components/data-table/index.ts'
import { CallsLink, ChannelIds, ChannelLink, TokenLink, UserLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { Sensitive } from '../../components/sensitive.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { withPhrases } from '../../phrases/index.ts'
import { useMay, useUser } from '../../session/user.ts'
import type { LogRow } from './api.ts'
import { Attempts } from './attempts.tsx'
import { CALL_DECIMALS } from './call-decimals.ts'
import { TypeTag } from './cells.tsx'
import { listedColumnsBut } from './listed-columns.tsx'
import styles from './log.module.css'
import { ReceiptTable } from './receipt-table.tsx'
import { ReceiptTools } from './receipt-tools.tsx'
import { isRefundable } from './refunds/api.ts'
import { RoutingFacts } from './routing.tsx'

const Losses = lazyPart(() => withPhrases(['losses'], import('./losses.tsx')))
const RefundsOfRow = lazyPart(() => withPhrases(['refunds'], import('./refunds/of-row.tsx')))

/** The details of a log row: the receipt of its charge, and how the call went. `isAlone`: on its own page. */
export function LogDetails({
  row,
  actions = [],
  isAlone = false,
}: {
  row: LogRow
  actions?: RowAction[]
  isAlone?: boolean
}) {
  const isPhone = useIsPhone()
  const receipt = receiptOf(row.details)
  // rows with too few numbers to compute the charge get no receipt rather than a wrong one
  const isComplete = receipt.lines.length > 0 && receipt.total === row.quota
  return (
    <div className={styles.details}>
      <div>
        {isComplete && <ReceiptTable receipt={receipt} row={row} />}
        {isRefundable(row) && <RefundsOfRow row={row} />}
      </div>
      <Facts row={row} isBelowCard={isPhone && !isAlone} />
      <Attempts row={row} />
      <RoutingFacts row={row} />
      <Actions actions={actions} />
      <ReceiptTools row={row} receipt={isComplete ? receipt : null} isAlone={isAlone} />
    </div>
  )
}

/** The plan that paid, and the part that its windows did not cover. */
function PaidByPlan({ plan: { name, wallet = 0, calls = 0 } }: { plan: NonNullable<LogRow['details']['plan']> }) {
  const { t } = useTranslation()
  return (
    <>
      {name}
      {calls > 0 && ` · ${t('log.paidCalls', { count: calls / CALL, number: formatNumber(calls / CALL) })}`}
      {wallet > 0 && (
        <>
          {' · '}
          {t('log.paidByWallet')} <Quota value={wallet} decimals={CALL_DECIMALS} />
        </>
      )}
    </>
  )
}

/** The row's menu, for tables without room for it. */
const Actions = ({ actions }: { actions: RowAction[] }) => (
  <div className={styles.rowActions}>
    {actions
      .filter(({ disabled }) => !disabled)
      .map(({ key, label, icon, onClick }) => (
        <Button key={key} size="small" icon={icon} onClick={onClick}>
          {label}
        </Button>
      ))}
  </div>
)

/** Sentences about acts and money name people, addresses and amounts; those about calls do not. */
function Content({ row: { content, model_name } }: { row: LogRow }) {
  const text = <span className={styles.content}>{content}</span>
  return model_name ? text : <Sensitive>{text}</Sensitive>
}

/** `isBelowCard`: the card above already shows the list's columns. */
function Facts({ row, isBelowCard }: { row: LogRow; isBelowCard: boolean }) {
  const { t } = useTranslation()
  const isAdmin = useMay('logs')
  // calls of the console have no token in the list
  const isOwn = useUser()?.id === row.user_id && row.token_id > 0
  const { details } = row
  const saved = cacheSavingsOf(details)
  const tried = details.admin_info?.use_channel ?? []
  const { counted } = details.admin_info ?? {}
  // also shown if the table has no room for them
  const columns: [label: string, value: ReactNode][] = [
    [t('log.columns.type'), <TypeTag key="type" type={row.type} />],
    [t('log.columns.user'), isAdmin && row.username && <UserLink name={row.username} />],
    [t('log.columns.token_name'), row.token_name && (isOwn ? <TokenLink name={row.token_name} /> : row.token_name)],
    [t('log.columns.group'), row.group && <CallsLink filters={{ group: row.group }}>{row.group}</CallsLink>],
    [
      t('log.columns.channel'),
      row.channel > 0 && <ChannelLink id={row.channel}>{`${row.channel_name} #${row.channel}`}</ChannelLink>,
    ],
    ...listedColumnsBut(['token_name', 'group'], isAdmin).map(({ title, render }): [string, ReactNode] => [
      title,
      render(row),
    ]),
  ]
  // one line each: a label and a value; empty lines are left out
  const facts: [label: string, value: ReactNode][] = [
    [t('log.facts.content'), row.content && <Content row={row} />],
    [t('log.facts.told'), row.told && <span className={styles.content}>{row.told}</span>],
    [t('log.facts.status'), details.status_code],
    [t('log.facts.errorCode'), details.error_code],
    [t('log.facts.errorType'), details.error_type],
    [t('log.facts.time'), formatTime(row.created_at)],
    ...(isBelowCard ? [] : columns),
    [t('log.facts.path'), details.request_path && <code>{details.request_path}</code>],
    [t('log.facts.member'), details.member && <Sensitive>{details.member.name}</Sensitive>],
    [t('log.facts.project'), details.project?.name],
    [t('log.facts.plan'), details.plan && <PaidByPlan plan={details.plan} />],
    [t('log.facts.batch'), details.batch && <BatchInWords batch={details.batch} />],
    [t('log.facts.task'), details.task && <TaskInWords task={details.task} />],
    [t('log.facts.upstreamModel'), details.is_model_mapped && details.upstream_model_name],
    [t('log.facts.channels'), tried.length > 1 && <ChannelIds ids={tried} between=" → " />],
    [t('log.facts.reasoningEffort'), details.reasoning_effort],
    [t('log.facts.reasoningTokens'), details.reasoning_tokens],
    [t('log.facts.cacheSaved'), saved !== 0 && <Quota value={saved} decimals={CALL_DECIMALS} />],
    [t('log.facts.usage'), details.usage_source && t(`log.usageSources.${details.usage_source}`)],
    [
      t('log.facts.cachedShare'),
      details.cached_share && t('log.cachedShare', { percent: percentOf(details.cached_share) }),
    ],
    [t('log.facts.servedPrice'), details.served_price && <ServedPriceInWords served={details.served_price} />],
    [t('log.facts.service'), details.service_factors && factorsInWords(details.service_factors)],
    [t('log.facts.chargeRule'), details.charge_rule && <RuleInWords {...details} />],
    [
      t('log.facts.counted'),
      counted && t('log.counted', { input: formatNumber(counted.input), output: formatNumber(counted.output) }),
    ],
    [t('log.facts.dropped'), details.losses?.length && <Losses key="dropped" losses={details.losses} />],
    [
      t('log.facts.ip'),
      details.admin_info?.ip && (
        <code>
          <Sensitive>{details.admin_info.ip}</Sensitive>
        </code>
      ),
    ],
    [t('log.facts.userAgent'), details.admin_info?.user_agent],
    [t('log.facts.client'), details.client_gone && t('log.clientGone')],
    [t('log.facts.ending'), details.wallet_empty && t('log.walletEmpty')],
    [
      t('log.facts.requestId'),
      row.request_id && (
        <>
          <CallsLink filters={{ request_id: row.request_id }}>
            <code>{row.request_id}</code>
          </CallsLink>{' '}
          <CopyButton text={row.request_id} what={t('log.facts.requestId')} />
        </>
      ),
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The batch it charges for, and how much of it succeeded. */
function BatchInWords({ batch }: { batch: NonNullable<LogRow['details']['batch']> }) {
  const { t } = useTranslation()
  const { id, succeeded, requests, price_share } = batch
  return (
    <span>
      <code>{id}</code> · {t('log.batch', { succeeded, requests, percent: percentOf(price_share) })}
    </span>
  )
}

/** The task it charges for, and the factors on its price. */
function TaskInWords({ task: { id, factors } }: { task: NonNullable<LogRow['details']['task']> }) {
  const by = factorsInWords(factors)
  return (
    <span>
      <code>{id}</code> {by !== '' && `· ${by}`}
    </span>
  )
}

const factorsInWords = (factors: Record<string, number>): string =>
  Object.entries(factors)
    .map(([name, factor]) => `${name} ${formatNumber(factor)}`)
    .join(' × ')

/** The price applied instead of the requested model's, and what that one would have cost. */
function ServedPriceInWords({ served }: { served: NonNullable<LogRow['details']['served_price']> }) {
  const { t } = useTranslation()
  const { by, model, asked_quota } = served
  return (
    <span>
      {t(`log.servedPrice.${by}`, { model })} · {t('log.servedPrice.asked')}{' '}
      <Quota value={asked_quota} decimals={CALL_DECIMALS} />
    </span>
  )
}

const percentOf = (share: number): number => Math.round(share * 100)

/** The cell of the table of charges: who ended the call · what was known · what was charged. */
function RuleInWords({ charge_rule: rule, settled_late }: LogRow['details']) {
  const { t } = useTranslation()
  if (!rule) return null
  const parts = [
    t(`log.chargeRule.ended_by.${rule.ended_by}`),
    t(`log.chargeRule.known.${rule.known}`),
    t(`log.chargeRule.charged.${rule.charged}`),
    settled_late && t('log.chargeRule.late'),
  ]
  return <span>{parts.filter(Boolean).join(' · ')}</span>
}
