import type { FurtherPhrases } from '../language-pack.ts'

export const tryIt: FurtherPhrases['tryIt'] = {
  do: 'Essayer',
  title: 'Essayer',
  prompt: 'Salue une nouvelle passerelle en une phrase.',
  with: 'Avec le jeton « {{token}} »',
  model: 'Modèle',
  again: 'Redemander',
  noModel: 'Ce jeton ne peut encore appeler aucun modèle : ajoutez-en un à un canal de son groupe.',
  failed: 'L’appel a été refusé',
  receiptComes: 'Le reçu est en cours d’écriture…',
  tokens: 'Tokens lus et produits',
  cost: 'Facturé',
  log: 'Voir dans le journal',
  done: 'Terminé',
}
