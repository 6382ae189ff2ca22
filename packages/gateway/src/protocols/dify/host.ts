import type { PlainHost } from '../common/plain-limits.ts'

export const host: PlainHost = {
  id: 'dify',
  name: 'Dify',
  media: ['image', 'audio', 'video', 'file'],
  laterSystem: true,
}
