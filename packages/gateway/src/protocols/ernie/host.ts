import type { PlainHost } from '../common/plain-limits.ts'

export const host: PlainHost = { id: 'ernie', name: 'ERNIE' }
