import type { FurtherPhrases } from '../language-pack.ts'

export const rights: FurtherPhrases['rights'] = {
  intro:
    'Qui peut faire quoi, et qui en a décidé. Le super-administrateur limite ici les administrateurs ; l’effet est immédiat.',
  loadFailed: 'Impossible de charger les droits',
  columns: { username: 'Nom d’utilisateur', rights: 'Droits', given: 'Décidé par' },
  nobody: 'Personne pour l’instant',
  root: 'Tout',
  all: 'Tout ce que peut un administrateur',
  none: 'Rien de plus que les pages d’un utilisateur',
  change: 'Modifier les droits',
  form: {
    title: 'Droits de « {{name}} »',
    may: 'Peut faire',
    only: 'Seulement le coché',
    hint: 'Les droits d’exploiter, de modifier et de détenir des clés incluent celui de voir.',
  },
}
