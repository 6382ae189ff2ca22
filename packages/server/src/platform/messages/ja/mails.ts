import type { MailSentences } from '../sentences.ts'

export const mails: MailSentences = {
  code: {
    title: '{site}：確認コードは{code}です',
    text: '{site}の確認コードは{code}です。{minutes}分間有効です。\n\nお心当たりがない場合は、このメールを無視してください。',
  },
  accountExists: {
    title: '{site}：すでにアカウントがあります',
    text: 'このアドレス宛の確認コードが{site}で請求されましたが、すでにアカウントがあります。サインインするか、パスワードを再設定してください。\n\nお心当たりがない場合は、このメールを無視してください。',
  },
  reset: {
    title: '{site}：パスワードの再設定',
    text: '{name}様\n\n次のリンクを開いて、{site}のパスワードを再設定してください。リンクは1回だけ使え、{minutes}分間有効です。\n\n{link}\n\nお心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
  },
  invitation: {
    title: '{site}：{name}さんからの招待',
    text: 'こんにちは。\n\n{name}さんから{site}に招待されています。次のリンクを開き、新しいアカウントまたは既存のアカウントで承諾してください。リンクは1回だけ使え、{days}日間有効です。\n\n{link}\n\nお知り合いでない場合は、このメールを無視してください。',
  },
  teamInvitation: {
    title: '{site}：{name}さんからチーム「{team}」への招待',
    text: 'こんにちは。\n\n{name}さんから{site}のチーム「{team}」に招待されています。次のリンクを開いて、承諾または辞退してください。リンクは1回だけ使え、{days}日間有効です。\n\n{link}\n\nお知り合いでない場合は、このメールを無視してください。',
  },
  test: {
    title: '{site}：テストメール',
    text: 'このメールが届いていれば、{site}からメールを送信できます。',
  },
  unsubscribe: 'このようなメールの配信停止はこちら：',
}
