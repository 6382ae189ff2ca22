import { Failure } from '../../scripts/lib/script.mjs'
import type { Group } from '../matrix.ts'
import type { Scenario } from './scenario.ts'

export interface Chosen {
  groups: Group[]
  scenarios: Scenario[]
}

/**
 * Returns the groups, cases and scenarios with these names; without names, all of them, or in a quick run all but the
 * slow ones.
 */
export function choose(names: string[], isQuick: boolean, all: Chosen): Chosen {
  const known = [
    ...all.groups.flatMap(({ name, cases }) => [name, ...cases.map(each => each.name)]),
    ...all.scenarios.map(({ name }) => name),
  ]
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0) throw new Failure(`There is no ${unknown.join(', ')}; npm run bench -- --list names what is.`)
  const isAsked = (name: string, isInQuick?: boolean) =>
    names.length === 0 ? !isQuick || isInQuick === true : names.includes(name)
  const groups = all.groups.map(group => ({
    ...group,
    cases: group.cases.filter(each => names.includes(group.name) || isAsked(each.name, each.isQuick)),
  }))
  return {
    groups: groups.filter(({ cases }) => cases.length > 0),
    scenarios: all.scenarios.filter(each => isAsked(each.name, each.isQuick)),
  }
}
