import { ColorTag } from './color-tag.tsx'

const COLORS = [
  'blue',
  'green',
  'orange',
  'purple',
  'cyan',
  'magenta',
  'gold',
  'geekblue',
  'lime',
  'volcano',
  'pink',
  'yellow',
  'red',
  'processing',
  'default',
]

/** A channel by its id, in the same colour on every page. */
export const ChannelTag = ({ id }: { id: number }) => <ColorTag color={COLORS[id % COLORS.length]}>{id}</ColorTag>
