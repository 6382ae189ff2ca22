import type { FurtherPhrases } from '../language-pack.ts'

export const statement: FurtherPhrases['statement'] = {
  intro:
    'Chaque changement de solde dans un mois, d’après le grand livre : les montants mènent du solde d’ouverture au solde de clôture.',
  month: 'Mois',
  failed: 'Impossible d’établir le relevé',
  item: 'Poste',
  count: 'Nombre',
  amount: 'Montant',
  opening: 'Solde d’ouverture, {{time}}',
  closing: 'Solde de clôture, {{time}}',
  calls: 'Appels de {{model}}',
  otherCalls: 'Appels sans chiffres',
  plan: 'Payé par les offres',
  owed: '{{amount}} n’ont pas été couverts, et sont dus depuis.',
}
