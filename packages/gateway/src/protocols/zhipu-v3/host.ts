import type { PlainHost } from '../common/plain-limits.ts'

export const host: PlainHost = { id: 'zhipu-v3', name: 'ChatGLM' }
