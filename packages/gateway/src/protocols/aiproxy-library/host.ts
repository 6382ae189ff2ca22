import type { PlainHost } from '../common/plain-limits.ts'

export const host: PlainHost = { id: 'aiproxy-library', name: 'AI Proxy’s library' }
