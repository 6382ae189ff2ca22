import type { PlainHost } from '../common/plain-limits.ts'

export const host: PlainHost = { id: 'hunyuan', name: 'Hunyuan', tools: true, media: ['image'] }
