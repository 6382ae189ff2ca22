import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: 'Your quota is running low',
    content:
      'Your quota is running low: {{value}} is left. Top up in time to keep your calls going.\nTop up: {{value}}',
  },
}
