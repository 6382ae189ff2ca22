import type { FurtherPhrases } from '../language-pack.ts'

export const refunds: FurtherPhrases['refunds'] = {
  button: 'Refund …',
  title: 'Give back “{{model}}”',
  amount: 'Amount',
  amountHint: 'At most what is left of the charge',
  reason: 'Reason',
  reasonHint: 'The user reads it in the log',
  agree: 'Give back',
  done: '{{amount}} was given back',
  given: 'Given back',
  undone: 'taken back',
  by: '{{name}}: {{reason}}',
  allTitle: 'Give back all calls that pass the filters',
  needSpan: 'Choose a time first: a refund of everything ever called is not meant.',
  preview_other:
    '{{number}} calls of {{users}} users, {{amount}} in all. Tasks, and users of your own rank, are left out.',
  nothing: 'No charged call passes the filters.',
  begin: 'Give all of it back',
  begun: 'The refund has begun',
  earlier: 'Refunds by a filter',
  progress: '{{handled}} of {{total}} looked at, {{calls}} refunded',
  undo: 'Take back',
  undoTitle: 'Charge {{count}} calls again?',
  undoConsequence:
    '{{amount}} is charged again. Where a balance no longer covers it, the user owes it. A refund can be taken back once.',
  states: {
    running: 'running',
    done: 'done',
    undoing: 'being taken back',
    undone: 'taken back',
  },
}
