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

/** A channel by its id. It keeps its colour, whichever page it is on. */
export const ChannelTag = ({ id }: { id: number }) => <ColorTag color={COLORS[id % COLORS.length]}>{id}</ColorTag>
