import type { FurtherPhrases } from '../language-pack.ts'

export const channelKeys: FurtherPhrases['channelKeys'] = {
  open: 'キー',
  title: '「{{name}}」のキー',
  intro:
    '失敗したキーは休止するか、アップストリームの示した理由とともに無効になります。ほかのキーは引き続き使われます。キーが再び表示されることはありません。',
  spread: 'キーの使い方',
  spreads: { random: 'ランダム', in_turn: '順番' },
  columns: { key: 'キー', state: '状態', since: '開始' },
  key: 'キー{{position}}',
  states: { ok: '使用中', resting: '休止中', refused: 'アップストリームにより無効', disabled: '無効' },
  restsUntil: '{{when}}まで',
  enable: '有効化',
  disable: '無効化',
  replace: '置き換え',
  replaceTitle: 'キー{{position}}の置き換え',
  replaceConsequence: '現在のキーは完全に失われます。',
  remove: '削除',
  removeTitle: 'キー{{position}}を削除しますか？',
  removeConsequence: '完全に失われます。このキーで作成したファイル、バッチ、応答にはアクセスできなくなります。',
  add: 'キーを追加',
  addLabel: '新しいキー（1行に1つ）',
  addDocuments: '新しいキー：JSONを1つずつ',
  added: 'キーを追加しました',
  usedAs: '使い方',
  uses: {
    channels: 'キーごとに1チャネル',
    random: '1チャネルでランダムに使用',
    in_turn: '1チャネルで順番に使用',
  },
  replacesAll: '1行に1つ。{{name}}のすべてのキーを置き換えます。',
  flags: {
    label: '要確認：{{count}}',
    other_model: '{{model}}を要求しましたが、アップストリームによれば応答したのは{{served}}です。',
    input_counts:
      '{{model}}：アップストリームの請求する入力トークンは、当方の計測の{{ratio}}倍です（呼び出し{{calls}}件）。',
    output_counts:
      '{{model}}：アップストリームの請求する出力トークンは、当方の計測の{{ratio}}倍です（呼び出し{{calls}}件）。',
    dismiss: '確認済みにする',
  },
}
