export const incidents = {
  feed: '{name}の障害情報',
  title: '{model}：呼び出しの{percent}%が失敗',
  runs: '{from}から継続中。',
  over: '{from}から{to}まで。',
}
