import type { FurtherPhrases } from '../language-pack.ts'

export const refunds: FurtherPhrases['refunds'] = {
  button: 'Rembourser…',
  title: 'Rembourser « {{model}} »',
  amount: 'Montant',
  amountHint: 'Au plus ce qui reste du montant facturé',
  reason: 'Motif',
  reasonHint: 'L’utilisateur le lit dans le journal',
  agree: 'Rembourser',
  done: '{{amount}} ont été remboursés',
  given: 'Remboursé',
  undone: 'annulé',
  by: '{{name}} : {{reason}}',
  allTitle: 'Rembourser tous les appels retenus par les filtres',
  needSpan: 'Choisissez d’abord une période : rembourser tout ce qui a jamais été appelé n’est pas prévu.',
  preview_one:
    '{{number}} appel de {{users}} utilisateurs, {{amount}} au total. Les tâches, et les utilisateurs de votre propre rang, sont laissés de côté.',
  preview_many:
    '{{number}} appels de {{users}} utilisateurs, {{amount}} au total. Les tâches, et les utilisateurs de votre propre rang, sont laissés de côté.',
  preview_other:
    '{{number}} appels de {{users}} utilisateurs, {{amount}} au total. Les tâches, et les utilisateurs de votre propre rang, sont laissés de côté.',
  nothing: 'Aucun appel facturé n’est retenu par les filtres.',
  begin: 'Tout rembourser',
  begun: 'Remboursement commencé',
  earlier: 'Remboursés par filtre',
  progress: '{{handled}} examinés sur {{total}}, {{calls}} remboursés',
  undo: 'Annuler',
  undoTitle: 'Facturer à nouveau {{count}} appels ?',
  undoConsequence:
    '{{amount}} sont facturés à nouveau. Là où un solde ne suffit plus, l’utilisateur les doit. Un remboursement ne peut être annulé qu’une fois.',
  states: {
    running: 'en cours',
    done: 'terminé',
    undoing: 'en annulation',
    undone: 'annulé',
  },
}
