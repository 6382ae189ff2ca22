import { optionsIn } from '@tollgate/contract'
import { Alert, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlaceLink } from '../../../components/links/index.tsx'
import { paths } from '../../../lib/paths.ts'
import { OptionRow } from '../option-row.tsx'
import styles from '../settings.module.css'
import type { Settings } from '../use-settings.ts'
import { optionWords, useWords } from '../words.ts'
import { PriceEditor } from './price-editor.tsx'
import { type Prices, pricesIn } from './prices-in.ts'
import { ResetRatios } from './reset-ratios.tsx'
import { UnpricedModels } from './unpriced-models.tsx'

/**
 * The operator's prices in three ways: as JSON, as a table, and the models without a price. All edit the same drafts.
 */
export function PriceArea({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.priceAreaPage}>
        <PlaceLink to={paths.modelsPrices}>{t('prices.page')}</PlaceLink>
      </p>
      <Tabs
        className={styles.priceArea}
        items={[
          {
            key: 'json',
            label: t('prices.tabs.json'),
            children: (
              <>
                {optionsIn('operation', 'model-ratio').map(key => (
                  <OptionRow key={key} optionKey={key} settings={settings} />
                ))}
                <ResetRatios settings={settings} />
              </>
            ),
          },
          {
            key: 'editor',
            label: t('prices.tabs.editor'),
            children: <WithPrices settings={settings}>{prices => <PriceEditor prices={prices} />}</WithPrices>,
          },
          {
            key: 'unpriced',
            label: t('prices.tabs.unpriced'),
            children: <WithPrices settings={settings}>{prices => <UnpricedModels prices={prices} />}</WithPrices>,
          },
        ]}
      />
    </>
  )
}

/** A table needs readable JSON. */
function WithPrices({ settings, children }: { settings: Settings; children: (prices: Prices) => ReactNode }) {
  const { t } = useTranslation()
  const words = useWords()
  const prices = pricesIn(settings)
  return (
    <div className={styles.prices}>
      {typeof prices === 'string' ? (
        <Alert type="warning" showIcon title={t('prices.brokenJson', { option: optionWords(words, prices).label })} />
      ) : (
        children(prices)
      )}
    </div>
  )
}
