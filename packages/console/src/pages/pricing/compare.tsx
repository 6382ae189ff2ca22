import { ABILITIES, type PricedModel, TYPICAL_CALL_NAMES, TYPICAL_CALLS } from '@tollgate/contract'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPrice } from '../../lib/format.ts'
import { ContextWindow, Maker, Unknown } from './facts.tsx'
import type { GroupView } from './group-view.ts'
import { lineName, linesWorthSaying, PRICE_LINES, pricesOf } from './price-lines.ts'
import { callPrice } from './prices.ts'
import styles from './pricing.module.css'
import { useTypicalCallWords } from './typical-call.tsx'
import { costOfCall } from './typical-calls.ts'

interface CompareProps {
  models: PricedModel[]
  view: Pick<GroupView, 'group' | 'ratio'>
  onClose: () => void
}

/** Models side by side: their properties, their prices, and the cheapest. */
export function Compare({ models, view, onClose }: CompareProps) {
  const { t } = useTranslation()
  const words = useTypicalCallWords()
  const isByTokens = ({ is_priced, quota_type }: PricedModel) => is_priced && quota_type === 0
  const byTokens = models.filter(isByTokens)
  const lines = PRICE_LINES.filter(line =>
    byTokens.some(model => linesWorthSaying(pricesOf(model, view.ratio), model.abilities).includes(line)),
  )
  const fixed = models.map(model => (model.quota_type === 1 ? callPrice(model, view.ratio) : undefined))

  return (
    <Modal open footer={null} width={960} title={t('pricing.compare.title', { group: view.group })} onCancel={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider scrolls, also by keyboard */}
      <section className={styles.compare} tabIndex={0} aria-label={t('pricing.compare.open')}>
        <table>
          <thead>
            <tr>
              <td />
              {models.map(({ model_name }) => (
                <th key={model_name} scope="col" translate="no">
                  {model_name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Facts models={models} title={t('pricing.columns.maker')} of={model => <Maker model={model} />} />
            <Facts models={models} title={t('pricing.columns.context')} of={model => <ContextWindow model={model} />} />
            {ABILITIES.filter(ability => models.some(model => model.abilities[ability])).map(ability => (
              <Facts
                key={ability}
                models={models}
                title={t(`pricing.abilities.${ability}`)}
                of={model => <Can can={model.abilities[ability]} />}
              />
            ))}
          </tbody>
          {fixed.some(price => price !== undefined) && (
            <tbody>
              <Amounts
                models={models}
                title={t('pricing.billing.call')}
                values={fixed}
                unit={model => (model.by_second ? t('pricing.perSecondShort') : t('pricing.perCallShort'))}
              />
            </tbody>
          )}
          {lines.length > 0 && (
            <tbody>
              <Heading models={models}>{t('pricing.details.tokens')}</Heading>
              {lines.map(line => (
                <Amounts
                  key={line}
                  models={models}
                  title={t(lineName(line, byTokens))}
                  values={models.map(model => (isByTokens(model) ? pricesOf(model, view.ratio)[line] : undefined))}
                />
              ))}
            </tbody>
          )}
          <tbody>
            <Heading models={models}>{t('pricing.typical.title')}</Heading>
            {TYPICAL_CALL_NAMES.map(name => (
              <Amounts
                key={name}
                models={models}
                title={t(`pricing.typical.${name}.name`)}
                hint={words(name)}
                values={models.map(model => {
                  const cost = costOfCall(model, TYPICAL_CALLS[name], view.ratio)
                  return typeof cost === 'number' || cost === 'too-long' ? cost : undefined
                })}
              />
            ))}
          </tbody>
        </table>
      </section>
    </Modal>
  )
}

function Can({ can }: { can: boolean | undefined }) {
  const { t } = useTranslation()
  return can === undefined ? <Unknown /> : can ? t('pricing.compare.yes') : t('pricing.compare.no')
}

const Heading = ({ models, children }: { models: PricedModel[]; children: ReactNode }) => (
  <tr>
    <th colSpan={models.length + 1} scope="rowgroup">
      <span>{children}</span>
    </th>
  </tr>
)

function Facts({ models, title, of }: { models: PricedModel[]; title: string; of: (model: PricedModel) => ReactNode }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {models.map(model => (
        <td key={model.model_name}>{of(model)}</td>
      ))}
    </tr>
  )
}

interface AmountsProps {
  models: PricedModel[]
  title: string
  hint?: string
  values: (number | 'too-long' | undefined)[]
  unit?: (model: PricedModel) => string
}

/** One price of every model; the lowest is marked if they differ. */
function Amounts({ models, title, hint, values, unit }: AmountsProps) {
  const { t } = useTranslation()
  const numbers = values.filter(value => typeof value === 'number')
  const lowest = new Set(numbers).size > 1 ? Math.min(...numbers) : undefined
  return (
    <tr>
      <th scope="row">
        {title}
        {hint && <small>{hint}</small>}
      </th>
      {models.map((model, index) => {
        const value = values[index]
        return (
          <td key={model.model_name}>
            {value === undefined && '–'}
            {value === 'too-long' && t('pricing.typical.tooLong')}
            {typeof value === 'number' && (
              <>
                {formatPrice(value)} {unit?.(model)}
                {value === lowest && <span className={styles.lowest}>{t('pricing.compare.lowest')}</span>}
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
}
