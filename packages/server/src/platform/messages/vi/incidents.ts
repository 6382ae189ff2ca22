export const incidents = {
  feed: 'Sự cố của {name}',
  title: '{model}: {percent}% lượt gọi thất bại',
  runs: 'Từ {from}.',
  over: 'Từ {from} đến {to}.',
}
