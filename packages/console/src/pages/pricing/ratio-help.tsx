import { QuestionCircleOutlined } from '@ant-design/icons'
import { DOLLARS_AT_RATIO_1 } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { PressedPopover } from '../../components/pressed-popover.tsx'
import { formatPrice } from '../../lib/format.ts'
import styles from './pricing.module.css'

/** The example's numbers: half a dollar more than the price of ratio 1, and a group that pays the list price. */
const EXAMPLE = { model: 1.25, completion: 4, cache: 0.5, group: 1 }

/** Shows how ratios become a price. */
export function RatioHelp() {
  const { t } = useTranslation()
  return (
    <PressedPopover title={t('pricing.help.title')} content={<Figure />}>
      <Button
        type="text"
        size="small"
        icon={<QuestionCircleOutlined />}
        aria-label={t('pricing.help.title')}
        className={styles.help}
      />
    </PressedPopover>
  )
}

function Figure() {
  const { t } = useTranslation()
  const input = DOLLARS_AT_RATIO_1 * EXAMPLE.model * EXAMPLE.group
  const lines = [
    { part: 'input', price: input },
    { part: 'output', label: t('pricing.ratios.completion'), ratio: EXAMPLE.completion },
    { part: 'cached', label: t('pricing.ratios.cache'), ratio: EXAMPLE.cache },
  ] as const
  return (
    <figure className={styles.figure}>
      {lines.map(line => (
        <div key={line.part}>
          <span>{t(`pricing.parts.${line.part}`)}</span>
          <Box label={t('pricing.help.base')} value={formatPrice(DOLLARS_AT_RATIO_1)} />
          ×
          <Box label={t('pricing.ratios.model')} value={EXAMPLE.model} />
          {'ratio' in line && (
            <>
              ×
              <Box label={line.label} value={line.ratio} />
            </>
          )}
          ×
          <Box label={t('pricing.ratios.group')} value={EXAMPLE.group} />=
          <b>{formatPrice('ratio' in line ? input * line.ratio : line.price)}</b>
        </div>
      ))}
      <figcaption>{t('pricing.help.caption')}</figcaption>
    </figure>
  )
}

const Box = ({ label, value }: { label: string; value: number | string }) => (
  <span className={styles.box}>
    <small>{label}</small>
    {value}
  </span>
)
