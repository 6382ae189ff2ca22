import type { PlainHost } from '../common/plain-limits.ts'

export const host: PlainHost = { id: 'cloudflare-run', name: 'Cloudflare’s run' }
