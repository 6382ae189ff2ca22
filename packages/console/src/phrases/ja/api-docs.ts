import type { FurtherPhrases } from '../language-pack.ts'

export const apiDocs: FurtherPhrases['apiDocs'] = {
  intro:
    'スクリプト向け：システムアクセストークンをAuthorizationとして、そのユーザーのIDを{{header}}として送ります。どの応答もsuccess、message、dataを持ちます。',
  search: 'APIを検索',
  download: 'OpenAPI定義',
  loadFailed: 'API定義を読み込めませんでした',
  nothing: '「{{query}}」に一致するAPIはありません',
  access: {
    public: 'すべての人',
    user: 'ユーザー',
    admin: '管理者',
    root: '最高管理者',
    token: 'トークンの所有者',
  },
  confirm: 'ブラウザーでの再確認が必要なため、スクリプトからは呼び出せません。',
  limit: '{{minutes}}分間に{{attempts}}回まで。',
  parameters: 'パラメーター',
  body: 'ボディ',
  reply: '応答',
  example: '例',
}
