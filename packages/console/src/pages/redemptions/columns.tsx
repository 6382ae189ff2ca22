import { REDEMPTION_STATUS, type Redemption } from '@tollgate/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import type { Column } from '../../components/data-table/index.ts'
import { UserLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StatusDot, type StatusKind } from '../../components/status-dot.tsx'
import styles from './redemptions.module.css'

type State = 'unused' | 'disabled' | 'used' | 'unknown'

const states: Record<number, { state: State; kind: StatusKind }> = {
  [REDEMPTION_STATUS.unused]: { state: 'unused', kind: 'good' },
  [REDEMPTION_STATUS.disabled]: { state: 'disabled', kind: 'resting' },
  [REDEMPTION_STATUS.used]: { state: 'used', kind: 'off' },
}
/** For filters. */
export const redemptionStates = Object.entries(states).map(([status, { state }]) => ({ status: Number(status), state }))
const UNKNOWN = { state: 'unknown', kind: 'off' } as const

export function useRedemptionColumns(): Column<Redemption>[] {
  const { t } = useTranslation()
  return useMemo(() => redemptionColumns(t), [t])
}

const redemptionColumns = (t: TFunction): Column<Redemption>[] => [
  {
    key: 'id',
    title: t('redemptions.columns.id'),
    sort: 'id',
    width: 64,
    rank: 2,
    numeric: true,
    render: ({ id }) => id,
  },
  {
    key: 'name',
    title: t('redemptions.columns.name'),
    sort: 'name',
    width: 160,
    grows: true,
    always: true,
    card: 'heading',
    render: ({ name }) => <strong>{name}</strong>,
  },
  {
    key: 'status',
    title: t('redemptions.columns.status'),
    sort: 'status',
    width: 140,
    card: 'field',
    render: ({ status }) => {
      const { state, kind } = states[status] ?? UNKNOWN
      return <StatusDot kind={kind} label={t(`redemptions.states.${state}`)} />
    },
  },
  {
    key: 'key',
    title: t('redemptions.columns.key'),
    width: 176,
    card: 'field',
    render: ({ key }) => (
      <span className={styles.code} translate="no">
        <code title={key}>{`${key.slice(0, 8)}…${key.slice(-4)}`}</code>
        <CopyButton text={key} what={t('redemptions.columns.key')} />
      </span>
    ),
  },
  {
    key: 'quota',
    title: t('redemptions.columns.quota'),
    sort: 'quota',
    width: 104,
    numeric: true,
    card: 'field',
    render: ({ quota, plan_id }) => (plan_id > 0 ? t('redemptions.form.plan') : <Quota value={quota} />),
  },
  {
    key: 'created',
    title: t('redemptions.columns.created'),
    sort: 'created_time',
    width: 124,
    rank: 1,
    render: ({ created_time }) => <RelativeTime at={created_time} />,
  },
  {
    key: 'redeemed',
    title: t('redemptions.columns.redeemed'),
    sort: 'redeemed_time',
    width: 112,
    rank: 3,
    render: ({ redeemed_time }) => (redeemed_time > 0 ? <RelativeTime at={redeemed_time} /> : <None />),
  },
  {
    key: 'redeemer',
    title: t('redemptions.columns.redeemer'),
    sort: 'used_user_id',
    width: 112,
    rank: 4,
    render: ({ used_user_id }) =>
      used_user_id > 0 ? (
        <UserLink name={String(used_user_id)}>{t('redemptions.user', { id: used_user_id })}</UserLink>
      ) : (
        <None />
      ),
  },
]

function None() {
  const { t } = useTranslation()
  return <span className={styles.quiet}>{t('redemptions.none')}</span>
}
