export const incidents = {
  feed: 'Incidents of {name}',
  title: '{model}: {percent}% of calls failed',
  runs: 'Since {from}.',
  over: 'From {from} to {to}.',
}
