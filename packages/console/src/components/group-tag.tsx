import { ColorTag } from './color-tag.tsx'

/** Up to which ratio a colour goes; dearer groups look warmer. */
const ratioColors: [upTo: number, color: string][] = [
  [1, 'green'],
  [3, 'blue'],
  [5, 'orange'],
  [Number.POSITIVE_INFINITY, 'red'],
]

/** A group with what it multiplies prices by. */
export function GroupTag({ name, ratio }: { name: string; ratio?: number }) {
  return (
    <>
      {name} {ratio !== undefined && <RatioTag ratio={ratio} />}
    </>
  )
}

/** What a group multiplies prices by. */
export const RatioTag = ({ ratio }: { ratio: number }) => <ColorTag color={colorOfRatio(ratio)}>×{ratio}</ColorTag>

const colorOfRatio = (ratio: number) => ratioColors.find(([upTo]) => ratio <= upTo)?.[1]
