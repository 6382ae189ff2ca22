import type { FurtherPhrases } from '../language-pack.ts'

export const orders: FurtherPhrases['orders'] = {
  intro: 'Toutes les recharges en ligne : qui a commandé quoi, comment c’était payé, et ce qui s’est ensuivi.',
  filters: { keyword: 'Numéro de commande, nom ou ID d’utilisateur' },
  columns: { user: 'Utilisateur', provider: 'N° du prestataire' },
  byHand: 'Finalisée par {{name}} : {{reason}}',
  complete: 'Finaliser à la main',
  completeTitle: 'Finaliser la commande {{order}} à la main ?',
  completeHint:
    '{{quota}} vont tout de suite à {{user}}. Si le prestataire annonce encore ce paiement, rien de plus n’est crédité.',
  completePlanHint:
    'L’offre « {{plan}} » commence tout de suite pour {{user}} ; si c’est impossible, son prix devient du solde. Si le prestataire annonce encore ce paiement, rien de plus ne se passe.',
  refundPlan:
    'L’offre « {{plan}} » prend fin. Le reste inutilisé de son prix va d’abord au solde ; ce qui a été utilisé reste dû.',
  refund: 'Rembourser',
  refundTitle: 'Rembourser la commande {{order}}',
  refundMoney: 'Montant',
  refundThrough:
    'Le prestataire rembourse l’argent, et la part de quota correspondante quitte le solde ; ce qui est déjà dépensé devient une dette.',
  refundElsewhere:
    'Ceci est seulement noté ici : remboursez vous-même l’argent. La part de quota correspondante quitte le solde ; ce qui est déjà dépensé devient une dette.',
  moneyRequired: 'Veuillez saisir un montant',
  reason: 'Motif',
  reasonHint: 'L’utilisateur le voit dans son journal.',
  reasonRequired: 'Veuillez donner un motif',
  emptyTitle: 'Aucune commande',
  emptyHint: 'Ce que les utilisateurs commandent en ligne est listé ici, payé ou non.',
  invoice: {
    failed: 'Impossible de charger la facture',
    intro: 'La facture d’une commande payée, à imprimer ou à enregistrer en fichier.',
    back: 'Au portefeuille',
    number: 'Numéro de facture',
    date: 'Payée le',
    to: 'Facturé à',
    taxId: 'Numéro fiscal',
    item: 'Quota de {{amount}}',
    plan: 'Offre « {{plan}} »',
    total: 'Total',
    refunded: 'Remboursé',
    left: 'Restant',
    method: 'Payée par',
    description: 'Description',
    amount: 'Montant',
  },
}
