import type { ReadNames } from '../raw/read-names.ts'
import { commonMembers } from './common/member-names.ts'
import { type Format, protocols } from './index.ts'

/** Returns the members of a format's requests that the gateway reads: each must be given once and spelled exactly. */
export const readMembersOf = (format: Format): ReadNames => protocols[format].members ?? commonMembers
