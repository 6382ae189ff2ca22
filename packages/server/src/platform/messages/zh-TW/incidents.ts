export const incidents = {
  feed: '{name} 的故障',
  title: '{model}：{percent}% 的呼叫失敗',
  runs: '自 {from} 起。',
  over: '{from} 至 {to}。',
}
