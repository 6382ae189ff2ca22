import { ABILITIES, type Ability, type PricedModel } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../components/hint/index.tsx'
import { formatNumber, formatTokens } from '../../lib/format.ts'
import { joinWords } from '../../lib/join-words.ts'
import styles from './pricing.module.css'

/** Says that something is unknown. */
export function Unknown() {
  const { t } = useTranslation()
  return (
    <Hint title={t('pricing.unknownHint')}>
      <span className={styles.unknown}>{t('pricing.unknown')}</span>
    </Hint>
  )
}

export function ContextWindow({ model: { context_window } }: { model: PricedModel }) {
  if (context_window === null) return <Unknown />
  return (
    <Hint title={formatNumber(context_window)}>
      <span>{formatTokens(context_window)}</span>
    </Hint>
  )
}

export const Maker = ({ model: { maker } }: { model: PricedModel }) =>
  maker ? <span translate="no">{maker}</span> : <Unknown />

const ASKED_OF_CHATS: readonly Ability[] = ['chat', 'vision', 'tools', 'reasoning', 'audio']

/** What a model can do, what it cannot do, and what is unknown. */
export function AbilityLists({ model: { abilities } }: { model: PricedModel }) {
  const { t } = useTranslation()
  const words = (known: boolean | undefined, among: readonly Ability[] = ABILITIES) =>
    among.filter(ability => abilities[ability] === known).map(ability => t(`pricing.abilities.${ability}`))
  const lists = [
    [t('pricing.can'), words(true)],
    [t('pricing.cannot'), words(false)],
    [t('pricing.unknown'), abilities.chat === false ? [] : words(undefined, ASKED_OF_CHATS)],
  ] as const
  return (
    <dl className={styles.abilities}>
      {lists
        .filter(([, list]) => list.length > 0)
        .map(([title, list]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{joinWords(list)}</dd>
          </div>
        ))}
    </dl>
  )
}
