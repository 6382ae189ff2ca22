import type { FurtherPhrases } from '../language-pack.ts'

export const call: FurtherPhrases['call'] = {
  expired: 'Vous n’êtes pas connecté ou votre session a expiré, veuillez vous reconnecter',
  tooManyRequests: 'Trop de requêtes, veuillez réessayer plus tard',
  internal: 'Erreur interne du serveur, contactez l’administrateur',
  demoSite: 'Ce site est une démonstration, sans serveur',
  other: 'Erreur : {{message}}',
  failed: 'La requête a échoué',
  unreachable: 'Connexion au serveur impossible',
}
