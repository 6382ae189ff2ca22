import type { FurtherPhrases } from '../language-pack.ts'

export const statement: FurtherPhrases['statement'] = {
  intro:
    'Every change of a balance in a month, from the ledger: the amounts add up from the opening balance to the closing one.',
  month: 'Month',
  failed: 'The statement could not be made',
  item: 'Item',
  count: 'Number',
  amount: 'Amount',
  opening: 'Opening balance, {{time}}',
  closing: 'Closing balance, {{time}}',
  calls: 'Calls of {{model}}',
  otherCalls: 'Calls without figures',
  plan: 'Paid by plans',
  owed: '{{amount}} were not covered, and owed from then on.',
}
