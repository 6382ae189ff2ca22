import type { FurtherPhrases } from '../language-pack.ts'

export const orders: FurtherPhrases['orders'] = {
  intro: 'Every online top-up: who ordered what, how it was paid, and what came of it.',
  filters: { keyword: 'Order number, user’s name or ID' },
  columns: { user: 'User', provider: 'Provider’s number' },
  byHand: 'Completed by {{name}}: {{reason}}',
  complete: 'Complete by hand',
  completeTitle: 'Complete order {{order}} by hand?',
  completeHint:
    '{{quota}} goes to {{user}} at once. If the provider still reports this payment, nothing more is credited.',
  completePlanHint:
    'The plan “{{plan}}” begins for {{user}} at once; where it cannot, its price becomes balance. If the provider still reports this payment, nothing more happens.',
  refundPlan:
    'The plan “{{plan}}” ends. The unused rest of its price goes to the balance first; what was used stays owed.',
  refund: 'Pay back',
  refundTitle: 'Pay back order {{order}}',
  refundMoney: 'Amount',
  refundThrough:
    'The provider pays the money back, and its share of the quota leaves the balance; what is spent already becomes a debt.',
  refundElsewhere:
    'This is only noted here: pay the money back yourself. Its share of the quota leaves the balance; what is spent already becomes a debt.',
  moneyRequired: 'Please enter an amount',
  reason: 'Reason',
  reasonHint: 'The user sees it in their log.',
  reasonRequired: 'Please give a reason',
  emptyTitle: 'No orders yet',
  emptyHint: 'What users order online is listed here, paid or not.',
  invoice: {
    failed: 'The invoice could not be loaded',
    intro: 'An invoice for a paid order, to print or save as a file.',
    back: 'To the wallet',
    number: 'Invoice number',
    date: 'Paid on',
    to: 'Billed to',
    taxId: 'Tax number',
    item: 'Quota of {{amount}}',
    plan: 'Plan “{{plan}}”',
    total: 'Total',
    refunded: 'Paid back',
    left: 'Remaining',
    method: 'Paid with',
    description: 'Description',
    amount: 'Amount',
  },
}
