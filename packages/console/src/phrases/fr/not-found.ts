import type { FurtherPhrases } from '../language-pack.ts'

export const notFound: FurtherPhrases['notFound'] = {
  title: 'Cette page n’existe pas',
  hint: 'Veuillez vérifier l’adresse.',
  home: 'Aller à l’accueil',
}
