export const incidents = {
  feed: 'Сбои {name}',
  title: '{model}: не удалось {percent} % вызовов',
  runs: 'С {from}.',
  over: 'С {from} до {to}.',
}
