import type { FurtherPhrases } from '../language-pack.ts'

export const inbox: FurtherPhrases['inbox'] = {
  empty: 'Aucun message',
  markAll: 'Tout marquer comme lu',
  isNew: 'Nouveau',
}
