import type { PlainHost } from '../common/plain-limits.ts'

export const host: PlainHost = { id: 'coze', name: 'Coze', media: ['image', 'audio', 'file'] }
