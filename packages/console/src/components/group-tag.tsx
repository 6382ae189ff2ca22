import { useTranslation } from 'react-i18next'
import { ColorTag } from './color-tag.tsx'

/** The colour of ratios up to a bound; more expensive groups have warmer colours. */
const ratioColors: [upTo: number, color: string][] = [
  [1, 'green'],
  [3, 'blue'],
  [5, 'orange'],
  [Number.POSITIVE_INFINITY, 'red'],
]

interface GroupTagProps {
  name: string
  ratio?: number | undefined
  /** The operator set the ratio for the user's group. */
  isOwn?: boolean | undefined
}

/** A group with its price ratio. */
export function GroupTag({ name, ratio, isOwn }: GroupTagProps) {
  const { t } = useTranslation()
  return (
    <>
      {name} {ratio !== undefined && <RatioTag ratio={ratio} />} {isOwn && <small>{t('components.ownRatio')}</small>}
    </>
  )
}

/** A group's price ratio. */
export const RatioTag = ({ ratio }: { ratio: number }) => <ColorTag color={colorOfRatio(ratio)}>×{ratio}</ColorTag>

const colorOfRatio = (ratio: number) => ratioColors.find(([upTo]) => ratio <= upTo)?.[1]
