import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: 'Votre quota est bientôt épuisé',
    content: 'Votre quota est bientôt épuisé : il reste {{value}}. Rechargez à temps pour que vos appels continuent.',
    link: 'Recharger : {{value}}',
  },
  planEnded: {
    title: 'Une offre est terminée',
    content: 'Votre offre « {{value}} » est terminée. Les appels sont payés par vos autres offres et votre solde.',
    link: 'Offres : {{value}}',
  },
  planUnpaid: {
    title: 'Une offre n’a pas été renouvelée',
    content:
      'Votre offre « {{value}} » est terminée : votre solde ne couvrait pas {{value}} pour une nouvelle période.',
    link: 'Recharger : {{value}}',
  },
  teamWalletLow: {
    title: 'Le solde d’une équipe est bientôt épuisé',
    content:
      'Le solde de l’équipe « {{value}} » est bientôt épuisé : il reste {{value}}. Versez à temps pour que ses appels continuent.',
    link: 'Équipes : {{value}}',
  },
  memberBudget: {
    title: 'Le budget d’un membre est entamé',
    content:
      '{{value}} a utilisé {{value}} % de son budget de {{value}} dans l’équipe « {{value}} » ; il repart à zéro le {{value}}.',
    link: 'Équipes : {{value}}',
  },
  projectBudget: {
    title: 'Le budget d’un projet est entamé',
    content:
      'Le projet « {{value}} » a utilisé {{value}} % de son budget de {{value}} dans l’équipe « {{value}} » ; il repart à zéro le {{value}}.',
    link: 'Équipes : {{value}}',
  },
  channelDisabled: { title: 'Un canal a été désactivé', content: '{{value}}', link: 'Canaux : {{value}}' },
  channelEnabled: { title: 'Un canal a été réactivé', content: '{{value}}', link: 'Canaux : {{value}}' },
  channelsTested: {
    title: 'Tous les canaux ont été testés',
    content: 'Tous les canaux ont été testés : {{value}} réussis, {{value}} en échec.',
    link: 'Canaux : {{value}}',
  },
  otherModelServed: {
    title: 'Un canal sert un autre modèle',
    content: 'Le canal « {{value}} » ({{value}}) devait servir {{value}} et dit avoir servi {{value}}.',
    link: 'Canaux : {{value}}',
  },
  countsDrift: {
    title: 'Un canal ne compte pas les tokens comme nous',
    content:
      'Canal « {{value}} » ({{value}}), modèle {{value}} : l’amont facture {{value}} fois les tokens que nous comptons.',
    link: 'Canaux : {{value}}',
  },
}
