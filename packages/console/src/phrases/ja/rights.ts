import type { FurtherPhrases } from '../language-pack.ts'

export const rights: FurtherPhrases['rights'] = {
  intro: '誰が何をでき、誰がそう決めたか。管理者の制限は最高管理者がここで行い、すぐに反映されます。',
  loadFailed: '権限を読み込めませんでした',
  columns: { username: 'ユーザー名', rights: '権限', given: '決定者' },
  nobody: 'なし',
  root: 'すべて',
  all: '管理者のすべての権限',
  none: 'ユーザー自身のページのみ',
  change: '権限を変更',
  form: {
    title: '「{{name}}」の権限',
    may: 'できること',
    only: 'チェックした項目のみ',
    hint: '操作、編集、キーの権限には、閲覧の権限も含まれます。',
  },
}
