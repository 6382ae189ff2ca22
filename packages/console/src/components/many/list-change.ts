import { splitList } from '@tollgate/contract'

export const LIST_MODES = ['add', 'remove', 'replace'] as const

/** A change of a comma-separated list; without names it stays unchanged. */
export interface ListChange {
  mode: (typeof LIST_MODES)[number]
  names: string[]
}

const APPLIED: Record<ListChange['mode'], (list: string[], names: string[]) => string[]> = {
  add: (list, names) => [...new Set([...list, ...names])],
  remove: (list, names) => list.filter(name => !names.includes(name)),
  replace: (_, names) => names,
}

export const changedList = (list: string, { mode, names }: ListChange): string =>
  names.length === 0 ? list : APPLIED[mode](splitList(list), names).join(',')

/** `+ new, − gone`. */
export function listDifference(before: readonly string[], after: readonly string[]): string {
  const [old, now] = [new Set(before), new Set(after)]
  return [
    ...[...now.difference(old)].map(name => `+ ${name}`),
    ...[...old.difference(now)].map(name => `− ${name}`),
  ].join(', ')
}
