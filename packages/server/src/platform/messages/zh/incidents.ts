export const incidents = {
  feed: '{name} 故障',
  title: '{model}：{percent}% 的调用失败',
  runs: '自 {from} 起。',
  over: '{from} 至 {to}。',
}
