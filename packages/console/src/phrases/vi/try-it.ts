import type { FurtherPhrases } from '../language-pack.ts'

export const tryIt: FurtherPhrases['tryIt'] = {
  do: 'Try it',
  title: 'Try it',
  prompt: 'Say hello to a new gateway in one sentence.',
  with: 'With the token “{{token}}”',
  model: 'Model',
  again: 'Ask again',
  noModel: 'This token may call no model yet: add one to a channel of its group.',
  failed: 'The call was refused',
  receiptComes: 'The receipt is being written …',
  tokens: 'Tokens in and out',
  cost: 'Charged',
  log: 'Open in the log',
  done: 'Done',
}
