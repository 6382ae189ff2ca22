import { type PricedModel, TYPICAL_CALL_NAMES } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { GroupsCell, RatiosCell } from './cells.tsx'
import { CostCell } from './cost-cell.tsx'
import { AbilityLists, ContextWindow, Maker } from './facts.tsx'
import type { GroupView } from './group-view.ts'
import { answersInText, lineName, linesWorthSaying, pricesOf } from './price-lines.ts'
import { callPrice } from './prices.ts'
import styles from './pricing.module.css'

/** Everything a model costs in the current group, and what is known about it. */
export function PriceDetails({ model, view }: { model: PricedModel; view: GroupView }) {
  const { t } = useTranslation()
  const { ratio: groupRatio } = view
  // Only conversations run tools of the upstream.
  const tools = model.abilities.chat === false ? [] : Object.entries(model.tool_prices)
  return (
    <div className={styles.details}>
      {model.description && <p>{model.description}</p>}
      {!model.is_priced ? (
        <p>{t('pricing.unpricedHint')}</p>
      ) : model.quota_type === 1 ? (
        <p>
          {t(model.by_second ? 'pricing.details.second' : 'pricing.details.call', {
            price: formatPrice(callPrice(model, groupRatio)),
          })}
        </p>
      ) : (
        <TokenPriceTable model={model} groupRatio={groupRatio} />
      )}
      {tools.length > 0 && (
        <table>
          <caption>{t('pricing.details.tools')}</caption>
          <tbody>
            {tools.map(([tool, price]) => (
              <tr key={tool}>
                <th scope="row">{tool}</th>
                <td>{formatPrice(price * groupRatio)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {model.is_priced && model.quota_type === 0 && model.abilities.chat !== false && (
        <table>
          <caption>{t('pricing.typical.title')}</caption>
          <tbody>
            {TYPICAL_CALL_NAMES.map(name => (
              <tr key={name}>
                <th scope="row">{t(`pricing.typical.${name}.name`)}</th>
                <td>
                  <CostCell model={model} call={name} groupRatio={groupRatio} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className={styles.about}>
        {model.aliases.length > 0 && (
          <>
            <dt>{t('pricing.details.aliases')}</dt>
            <dd translate="no">{model.aliases.join(', ')}</dd>
          </>
        )}
        <dt>{t('pricing.columns.billing')}</dt>
        <dd>{t(model.quota_type === 1 ? 'pricing.billing.call' : 'pricing.billing.usage')}</dd>
        <dt>{t('pricing.columns.groups')}</dt>
        <dd>
          <GroupsCell model={model} view={view} />
        </dd>
        <dt>{t('pricing.columns.maker')}</dt>
        <dd>
          <Maker model={model} />
        </dd>
        <dt>{t('pricing.columns.context')}</dt>
        <dd>
          <ContextWindow model={model} />
        </dd>
        {model.is_priced && model.quota_type === 0 && answersInText(model.abilities) && (
          <>
            <dt>{t('pricing.columns.written')}</dt>
            <dd>{formatPrice(pricesOf(model, groupRatio).cacheWrite5m)}</dd>
          </>
        )}
        <dt>{t('pricing.columns.ratios')}</dt>
        <dd>
          <RatiosCell model={model} groupRatio={groupRatio} />
        </dd>
        <dt>{t('pricing.ability')}</dt>
        <dd>
          <AbilityLists model={model} />
        </dd>
      </dl>
    </div>
  )
}

function TokenPriceTable({ model, groupRatio }: { model: PricedModel; groupRatio: number }) {
  const { t } = useTranslation()
  const { long_input } = model
  const prices = pricesOf(model, groupRatio)
  const longPrices = long_input && pricesOf(long_input, groupRatio)
  return (
    <table>
      <caption>{t('pricing.details.tokens')}</caption>
      {long_input && (
        <thead>
          <tr>
            <td />
            <th scope="col">{t('pricing.details.upTo', { tokens: formatNumber(long_input.above) })}</th>
            <th scope="col">{t('pricing.details.above', { tokens: formatNumber(long_input.above) })}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {linesWorthSaying(prices, model.abilities).map(line => (
          <tr key={line}>
            <th scope="row">{t(lineName(line, [model]))}</th>
            <td>{formatPrice(prices[line])}</td>
            {longPrices && <td>{formatPrice(longPrices[line])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
