import type { FurtherPhrases } from '../language-pack.ts'

export const modelPage: FurtherPhrases['modelPage'] = {
  all: 'All prices',
  intro: 'Price, limits and abilities, in the group {{group}}.',
  noGroup: 'None of your groups can use this model.',
  price: 'Price and abilities',
  output: 'One answer has at most {{tokens}} tokens.',
  unknown: 'No such model here',
  unknownHint: 'It was renamed, or no channel serves it now.',
  uptime: {
    title: 'Uptime of the last 30 days',
    hint: 'Of the calls that reached an upstream, the share that did not fail there. Days of UTC.',
    share: '{{share}} of calls answered',
    few: 'Too few calls to say.',
    day: '{{day}}: {{share}} of calls answered',
    quietDay: '{{day}}: too few calls',
    today: 'today',
  },
  speed: {
    title: 'Speed',
    hint: 'Of the last seven days, by your groups.',
    group: 'Group',
    half: 'First token, half of calls',
    most: 'First token, 95% of calls',
    rate: 'Tokens a second',
    few: 'Too few calls to measure.',
  },
  code: {
    title: 'Code samples',
    hint: 'With the address of this site; put your own key in place of “sk-…”.',
    client: 'Client',
    guide: 'Set it up step by step',
  },
}
