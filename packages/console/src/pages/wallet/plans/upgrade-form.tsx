import type { Offer, Subscription } from '@tollgate/contract'
import { App, Form, Select, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../../components/figures.tsx'
import { FormDrawer } from '../../../components/form-drawer.tsx'
import { formatQuota } from '../../../lib/format.ts'
import { useStatus } from '../../../session/status.tsx'
import { useUpgradePlan, useUpgradeQuote } from './api.ts'
import { PayButtons } from './pay-buttons.tsx'
import { usePriceText } from './terms.tsx'

interface UpgradeFormProps {
  plan: Subscription
  /** The plans on offer. */
  offers: readonly Offer[]
  team: number | undefined
  onClose: () => void
}

/** Moves from a running plan to another; shows what is left of the old one's price, and what remains to be paid. */
export function UpgradeForm({ plan: { id, name, plan_id }, offers, team, onClose }: UpgradeFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const status = useStatus()
  const priceText = usePriceText()
  const [form] = Form.useForm<{ plan_id: number | null }>()
  const chosen = Form.useWatch('plan_id', form) ?? 0
  const { data: quote, refetch } = useUpgradeQuote(team, id, chosen)
  const { mutateAsync: upgrade } = useUpgradePlan(team)
  const others = offers.filter(offer => offer.id !== plan_id && offer.left !== 0)
  const wanted = others.find(offer => offer.id === chosen)
  const isPayable = quote !== undefined && quote.payments.length > 0

  const figures = quote && [
    { label: t('plans.columns.price'), value: formatQuota(quote.price, status) },
    { label: t('plans.unused', { plan: name }), value: formatQuota(quote.unused, status) },
    { label: t('plans.due'), value: formatQuota(quote.due, status) },
  ]

  return (
    <FormDrawer
      title={t('plans.upgradeTitle', { plan: name })}
      form={form}
      draft={`upgrade-${id}`}
      initial={{ plan_id: null }}
      onSubmit={async ({ plan_id }) => {
        if (plan_id === null || quote?.plan_id !== plan_id) return false
        const { due, at } = quote
        try {
          await upgrade({ id, plan_id, due, at })
        } catch (error) {
          void refetch()
          throw error
        }
        message.success(t('plans.bought', { plan: others.find(offer => offer.id === plan_id)?.name ?? '' }))
        return true
      }}
      onClose={onClose}
      submitLabel={t(!isPayable ? 'plans.upgrade' : team ? 'plans.payTeam' : 'plans.payBalance')}
    >
      <Form.Item
        name="plan_id"
        label={t('plans.upgradeTo')}
        extra={t('plans.upgradeHint')}
        rules={[{ required: true, message: t('plans.upgradeRequired') }]}
      >
        <Select
          autoFocus
          options={others.map(offer => ({ value: offer.id, label: `${offer.name} · ${priceText(offer)}` }))}
        />
      </Form.Item>
      {figures && <Figures dense figures={figures} />}
      {quote && quote.unused > quote.price && <p>{t('plans.unusedLost')}</p>}
      {isPayable && wanted && (
        <Space wrap>
          <PayButtons plan={wanted} payments={quote.payments} team={team} instead={{ upgrades: id, at: quote.at }} />
        </Space>
      )}
    </FormDrawer>
  )
}
