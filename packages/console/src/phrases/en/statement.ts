export const statement = {
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
  otherCalls: 'Calls whose log rows were deleted',
  charged: 'Calls took {{amount}} from the balance.',
  plan: 'Plans paid another {{amount}}.',
  owed: '{{amount}} were not covered, and owed from then on.',
}
