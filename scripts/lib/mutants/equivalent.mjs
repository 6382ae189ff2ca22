/**
 * Mutants that nobody could notice, each with the reason: no test can either. They are drawn, tried and printed like all others;
 * the score is given with and without them. `on`: the line of the mutant.
 */
const EQUIVALENT = [
  {
    file: 'relay/billing/hold-extender.ts',
    on: /^ {2}let (covered|low) = 0$/,
    why: 'written over by cover() before it is read',
  },
  {
    file: 'relay/billing/settlement.ts',
    on: /channelId: row\.channel_id \?\? 0/,
    before: /^0$|^row\.channel_id \?\? 0$/,
    after: /^\(-1\)$|^1$|^\(row\.channel_id\)$/,
    why: 'the row always names a channel, if only 0',
  },
  {
    file: 'ledger/orphans.ts',
    on: /keepsFigures: false/,
    before: /^false$/,
    after: /^true$/,
    why: 'only charged calls count in the figures, and none of these is',
  },
  {
    file: 'ledger/write-state.ts',
    on: /(made|changed)\.push\(/,
    after: /\.unshift\(/,
    why: 'the order in which holds are written shows nowhere',
  },
  {
    file: 'ledger/write-state.ts',
    on: /if \((changed|closed)\.length > 0\)/,
    after: /\.length\) >= \(0\)|^\(-1\)$/,
    why: 'a statement about no rows changes none',
  },
]

/** Why a mutant changes nothing; undefined: it may change something. `text`: its line. */
export function whyEquivalent({ file, text, before, after }) {
  const same = ({ file: end, on, before: was = /^/, after: is = /^/ }) =>
    file.endsWith(end) && on.test(text) && was.test(before) && is.test(after)
  return EQUIVALENT.find(same)?.why
}
