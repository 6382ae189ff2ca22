import type { FurtherPhrases } from '../language-pack.ts'

export const setup: FurtherPhrases['setup'] = {
  title: '{{site}}へようこそ',
  subtitle: '3つの短い手順で、ゲートウェイが使えるようになります。',
  failedToLoad: '初期化の状態を取得できませんでした',
  steps: { database: 'データベース', account: '管理者', usage: '利用方法' },
  database: {
    title: 'データの保存先',
    sqlite: 'SQLite（ゲートウェイの隣のファイル）',
    sqliteHint:
      'インストールは不要です。データフォルダーを永続ディスク（コンテナーの場合はボリューム）に置き、バックアップしてください。',
    postgres: 'PostgreSQL（データベースサーバー）',
    postgresHint:
      '高負荷や、複数のゲートウェイの並行稼働に適しています。ほかのデータベースと同じようにバックアップしてください。',
  },
  account: {
    title: '管理者アカウント',
    hint: 'ここにあるすべてを変更できます。ほかのユーザーは後から追加できます。',
    exists: '管理者アカウントはすでにあります。ここで行うことはありません。',
    username: 'ユーザー名',
    password: 'パスワード',
    passwordHint: '8文字以上',
    confirmPassword: 'パスワードの確認',
    usernameEmpty: '管理者のユーザー名を入力してください',
    passwordShort: 'パスワードは8文字以上にしてください',
    mismatch: '入力した2つのパスワードが一致しません',
  },
  usage: {
    title: 'どのように使いますか？',
    hint: '後から設定で変更できます。',
    external: '他の人に提供',
    externalHint: 'ユーザーが登録して残高を持ち、利用した分を支払います。',
    self: '自分で使う',
    selfHint: '登録は表示されず、料金を設定しなくてもモデルを呼び出せます。',
    demo: 'デモとして公開',
    demoHint: 'サインインしたユーザーは見て回れますが、設定でオフにするまで何も変更できません。',
    movingIn: 'ほかのゲートウェイから移行',
    movingInHint: '次に、one-apiまたはnew-apiからユーザー、残高、キー、ログを移します。',
  },
  back: '戻る',
  next: '次へ',
  finish: '設定を完了',
  formReference: 'フォームの参照エラーです。ページを再読み込みしてもう一度お試しください',
  success: '準備ができました。ゲートウェイに移動します…',
  failed: '初期化に失敗しました。もう一度お試しください',
  networkFailed: 'システムの初期化に失敗しました。もう一度お試しください',
}
