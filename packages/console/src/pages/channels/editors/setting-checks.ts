import { headerProblem, readProxy } from '@tollgate/contract'
import { readSetting } from '../limits/setting-limits.ts'

/** Members that have an editor above the text, and whether the server takes a value. */
const CHECKS: Record<string, (value: unknown) => boolean> = {
  proxy: value => typeof value === 'string' && (value.trim() === '' || readProxy(value) !== undefined),
  headers: value =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([name, text]) => typeof text === 'string' && headerProblem(name, text) === undefined),
}

/** Returns the member that makes the server refuse a channel's `setting`; undefined: none, or it is not JSON. */
export function invalidMember(text: string): string | undefined {
  const setting = readSetting(text) ?? {}
  return Object.keys(CHECKS).find(name => Object.hasOwn(setting, name) && !CHECKS[name]?.(setting[name]))
}
