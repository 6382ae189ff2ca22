import { ColorTag } from './color-tag.tsx'

/** The colour of ratios up to a bound; more expensive groups have warmer colours. */
const ratioColors: [upTo: number, color: string][] = [
  [1, 'green'],
  [3, 'blue'],
  [5, 'orange'],
  [Number.POSITIVE_INFINITY, 'red'],
]

/** A group with its price ratio. */
export function GroupTag({ name, ratio }: { name: string; ratio?: number }) {
  return (
    <>
      {name} {ratio !== undefined && <RatioTag ratio={ratio} />}
    </>
  )
}

/** A group's price ratio. */
export const RatioTag = ({ ratio }: { ratio: number }) => <ColorTag color={colorOfRatio(ratio)}>×{ratio}</ColorTag>

const colorOfRatio = (ratio: number) => ratioColors.find(([upTo]) => ratio <= upTo)?.[1]
