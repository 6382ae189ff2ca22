import { UNCHARGED_KINDS, type Uncharged } from './uncharged.ts'

interface Sum {
  calls: number
  quota: number
}

/** Returns lines about possibly uncharged calls: for each kind, the total, then by user and by channel. */
export function printUncharged(found: readonly Uncharged[]): string[] {
  return UNCHARGED_KINDS.flatMap(kind => {
    const ofKind = found.filter(one => one.kind === kind)
    if (ofKind.length === 0) return []
    const by = (owner: 'user' | 'channel') =>
      sums(ofKind, owner).map(([id, sum]) => `    ${owner} ${id}: ${inWords(sum)}`)
    return [`! ${kind}: ${inWords(ofKind.reduce(added, NOTHING))}`, ...by('user'), ...by('channel')]
  })
}

const NOTHING: Sum = { calls: 0, quota: 0 }
const added = (one: Sum, other: Sum): Sum => ({ calls: one.calls + other.calls, quota: one.quota + other.quota })

function sums(found: readonly Uncharged[], owner: 'user' | 'channel'): [number, Sum][] {
  const byId = new Map<number, Sum>()
  for (const one of found) {
    const id = owner === 'user' ? one.userId : one.channelId
    byId.set(id, added(byId.get(id) ?? NOTHING, one))
  }
  return [...byId].sort(([one], [other]) => one - other)
}

const inWords = ({ calls, quota }: Sum): string =>
  `${calls} ${calls === 1 ? 'call' : 'calls'}${quota > 0 ? `, quota ${quota}` : ''}`
