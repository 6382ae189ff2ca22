import { CHANNEL_STATUS, type Channel, type ListedChannel, splitList } from '@tollgate/contract'

/** A line of the list: a channel, or a tag with its channels under it, shown as if it were one. */
export type ChannelLine = ListedChannel & { children?: ListedChannel[] }
export type TagLine = Channel & { children: ListedChannel[] }

export const isTagLine = (line: ChannelLine): line is TagLine => line.children !== undefined

/** The lines of the tags, by name. A tag is on if any of its channels is; it has the values its channels share. */
export function tagLines(channels: ListedChannel[]): TagLine[] {
  const byTag = Map.groupBy(channels, ({ tag }) => tag)
  return [...byTag]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, children], index) => lineOf(children, index))
}

/** For a tag whose channels differ. */
export const NO_TYPE = 0

function lineOf(children: ListedChannel[], index: number): TagLine[] {
  const [listed] = children
  if (!listed) return []
  const { hour: _, ...first } = listed
  const isOn = children.some(({ status }) => status === CHANNEL_STATUS.enabled)
  const tested = children.filter(({ response_time }) => response_time > 0)
  return [
    {
      ...first,
      // not a channel's, and the same for the life of the page
      id: -1 - index,
      name: first.tag,
      type: same(children, 'type') ?? NO_TYPE,
      status: isOn ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled,
      other_info: '',
      models: joined(children, 'models'),
      group: joined(children, 'group'),
      used_quota: sum(children, 'used_quota'),
      balance: sum(children, 'balance'),
      balance_updated_time: Math.max(...children.map(channel => channel.balance_updated_time)),
      response_time: tested.length > 0 ? Math.round(sum(tested, 'response_time') / tested.length) : 0,
      test_time: Math.max(...children.map(({ test_time }) => test_time)),
      children,
    },
  ]
}

/** The value all channels share; undefined: they differ. */
export function same<Field extends 'type' | 'priority' | 'weight'>(
  channels: Channel[],
  field: Field,
): number | undefined {
  const [first] = channels
  return first && channels.every(channel => channel[field] === first[field]) ? first[field] : undefined
}

const sum = (channels: Channel[], field: 'used_quota' | 'balance' | 'response_time') =>
  channels.reduce((total, channel) => total + channel[field], 0)

const joined = (channels: Channel[], field: 'models' | 'group') =>
  [...new Set(channels.flatMap(channel => splitList(channel[field])))].join(',')
