export const incidents = {
  feed: 'Incidents de {name}',
  title: '{model} : {percent} % des appels en échec',
  runs: 'Depuis le {from}.',
  over: 'Du {from} au {to}.',
}
