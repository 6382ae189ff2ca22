import { RightOutlined } from '@ant-design/icons'
import type { PricedModel } from '@tollgate/contract'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Hint } from '../../components/hint/index.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { formatPrice } from '../../lib/format.ts'
import { modelPath } from '../../lib/paths.ts'
import type { GroupView } from './group-view.ts'
import { answersInText } from './price-lines.ts'
import { callPrice, type TokenPrices, tokenPrices } from './prices.ts'
import styles from './pricing.module.css'

/** Keeps a click on a control from opening its row. */
const alone = (act: () => void) => (event: MouseEvent) => {
  event.stopPropagation()
  act()
}

export function NameCell({ model: { model_name, is_priced } }: { model: PricedModel }) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <span className={styles.nameCell}>
      <span className={styles.nameLine}>
        <Hint title={t('components.copy.copyWhat', { what: model_name })}>
          <button type="button" className={styles.name} translate="no" onClick={alone(() => copy(model_name))}>
            {model_name}
          </button>
        </Hint>
        <Link
          to={modelPath(model_name)}
          className={styles.toPage}
          aria-label={t('pricing.toPage', { model: model_name })}
          onClick={event => event.stopPropagation()}
        >
          <RightOutlined aria-hidden="true" />
        </Link>
      </span>
      {!is_priced && (
        <Hint title={t('pricing.unpricedHint')}>
          <span className={styles.unpriced}>{t('pricing.unpriced')}</span>
        </Hint>
      )}
    </span>
  )
}

/** The viewer's groups that may call the model; a click shows a group's prices. */
export function GroupsCell({ model, view }: { model: PricedModel; view: GroupView }) {
  return (
    <span className={styles.groups}>
      {model.enable_groups
        .filter(group => group in view.groups)
        .map(group => (
          <Hint key={group} title={view.groups[group]}>
            <button
              type="button"
              className={styles.group}
              aria-pressed={group === view.group}
              onClick={alone(() => group !== view.group && view.onView(group))}
            >
              {group}
            </button>
          </Hint>
        ))}
    </span>
  )
}

export function RatiosCell({ model, groupRatio }: { model: PricedModel; groupRatio: number }) {
  const { t } = useTranslation()
  const ratios: [label: string, ratio: number][] = [
    [t('pricing.ratios.model'), model.model_ratio],
    ...(answersInText(model.abilities)
      ? [[t('pricing.ratios.completion'), model.completion_ratio] satisfies [string, number]]
      : []),
    [t('pricing.ratios.group'), groupRatio],
  ]
  return (
    <span className={styles.ratios}>
      {(model.quota_type === 1 ? ratios.slice(-1) : ratios).map(([label, ratio]) => (
        <span key={label}>
          {label} <b>{Number(ratio.toFixed(3))}</b>
        </span>
      ))}
    </span>
  )
}

/** The price of a call, or of a second of video. */
export function FixedPrice({ model, groupRatio }: { model: PricedModel; groupRatio: number }) {
  const { t } = useTranslation()
  const price = formatPrice(callPrice(model, groupRatio))
  return <b>{model.by_second ? t('pricing.perSecond', { price }) : t('pricing.perCall', { price })}</b>
}

export function PriceCell({ model, groupRatio }: { model: PricedModel; groupRatio: number }) {
  const { t } = useTranslation()
  if (model.quota_type === 1) return <FixedPrice model={model} groupRatio={groupRatio} />
  if (!model.is_priced) return '–'
  const prices = tokenPrices(model, groupRatio)
  const parts: (keyof TokenPrices)[] = ['input', 'output', 'cached']
  return (
    <span className={styles.prices}>
      {parts.map(part => (
        <span key={part}>
          {t(`pricing.parts.${part}`)} <b>{formatPrice(prices[part])}</b>
        </span>
      ))}
    </span>
  )
}
