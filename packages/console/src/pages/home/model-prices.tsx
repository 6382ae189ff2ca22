import { DEFAULT_GROUP, type PricedModel } from '@tollgate/contract'
import { Skeleton, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCopy } from '../../components/use-copy.tsx'
import { formatNumber, formatPrice } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useUser } from '../../session/user.ts'
import { usePriceList } from '../pricing/api.ts'
import { callPrice, tokenPrices } from '../pricing/prices.ts'
import { byMaker, type MakerModels } from './by-maker.ts'
import styles from './home.module.css'

const MAKERS_SHOWN = 6
const MODELS_SHOWN = 5

/** The models the viewer's group can call and their prices, by maker; a click on a name copies it. */
export function ModelPrices() {
  const { t } = useTranslation()
  const { data } = usePriceList()
  const group = useUser()?.group || DEFAULT_GROUP
  const makers = data && byMaker(data.models, group)
  const count = makers?.reduce((sum, { models }) => sum + models.length, 0) ?? 0
  return (
    <section className={styles.part} aria-labelledby="home-models">
      <header>
        <h2 id="home-models" className={styles.heading}>
          {t('home.models')} {count > 0 && <span>{formatNumber(count)}</span>}
        </h2>
        {count > 0 && <p className={styles.hint}>{t('home.pricesHint', { group })}</p>}
        {count > 0 && (
          <Link to={paths.pricing} className={styles.all}>
            {t('home.allPrices')}
          </Link>
        )}
      </header>
      {!makers && <Skeleton active title={false} />}
      {makers && count === 0 && <p className={styles.hint}>{t('home.noModels')}</p>}
      <div className={styles.makers}>
        {makers?.slice(0, MAKERS_SHOWN).map(made => (
          <Maker key={made.maker} made={made} ratio={data?.ratios[group] ?? 1} />
        ))}
      </div>
    </section>
  )
}

function Maker({ made: { maker, models }, ratio }: { made: MakerModels<PricedModel>; ratio: number }) {
  const { t } = useTranslation()
  const more = models.length - MODELS_SHOWN
  const all = maker ? `${paths.pricing}?${new URLSearchParams({ maker })}` : paths.pricing
  return (
    <table className={styles.maker}>
      <thead>
        <tr>
          <th scope="col" translate={maker ? 'no' : undefined}>
            {maker || t('home.otherMakers')}
          </th>
          <th scope="col">{t('home.in')}</th>
          <th scope="col">{t('home.out')}</th>
        </tr>
      </thead>
      <tbody>
        {models.slice(0, MODELS_SHOWN).map(model => (
          <Model key={model.model_name} model={model} ratio={ratio} />
        ))}
      </tbody>
      {more > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3}>
              <Link to={all}>{t('home.moreModels', { count: more })}</Link>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function Model({ model, ratio }: { model: PricedModel; ratio: number }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const cells = () => {
    if (!model.is_priced) {
      return (
        <td colSpan={2} className={styles.unpriced}>
          {t('pricing.unpriced')}
        </td>
      )
    }
    if (model.quota_type === 1) {
      const price = formatPrice(callPrice(model, ratio))
      return <td colSpan={2}>{t(model.by_second ? 'pricing.perSecond' : 'pricing.perCall', { price })}</td>
    }
    const { input, output } = tokenPrices(model, ratio)
    return (
      <>
        <td>{formatPrice(input)}</td>
        <td>{formatPrice(output)}</td>
      </>
    )
  }
  return (
    <tr>
      <th scope="row">
        <Tooltip title={t('components.copy.copy')}>
          <button type="button" translate="no" onClick={() => copy(model.model_name)}>
            {model.model_name}
          </button>
        </Tooltip>
      </th>
      {cells()}
    </tr>
  )
}
