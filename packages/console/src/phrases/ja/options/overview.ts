import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const overview = {
  OverviewOrder: {
    label: 'パネルの順序',
    hint: 'ドラッグするか、つまみの上で矢印キーを使います。オフのパネルと空のパネルは表示しません。',
  },
  'console_setting.announcements_enabled': {
    label: 'お知らせを表示',
    hint: 'サインインしたユーザーの概要ページに表示します。',
  },
  StatusPanelEnabled: {
    label: '状態パネルを表示',
    hint: 'ユーザーが使えるモデルとグループだけを、呼び出し回数なしで表示します。データダッシュボードのデータを使います。',
  },
  'console_setting.api_info_enabled': {
    label: 'APIアドレスを表示',
    hint: 'サインインしたユーザーの概要ページに表示します。',
  },
  'console_setting.faq_enabled': {
    label: 'よくある質問を表示',
    hint: 'サインインしたユーザーの概要ページに表示します。',
  },
  'console_setting.announcements': {
    label: 'お知らせ',
    hint: '100件まで。本文はMarkdown。未来の日時を指定すると、その時に表示されます。',
  },
  StatusPanelShows: {
    label: '状態の対象',
    hint: '7日間、日ごと。メンテナンスは常に表示します。',
    choices: { models: 'モデル', groups: 'グループ', maintenance: 'メンテナンスのみ' },
  },
  PlannedMaintenance: {
    label: '予定されたメンテナンス',
    hint: '20件まで。終わるまで表示します。',
  },
  'console_setting.uptime_kuma_groups': {
    label: 'Uptime Kuma',
    hint: '公開ステータスページを10件まで、状態パネルに表示します。サーバーによる読み込みは1分に1回までです。',
  },
  'console_setting.api_info': {
    label: 'APIアドレス',
    hint: '50件まで。ユーザーはコピーでき、ブラウザーから遅延を測れます。',
  },
  'console_setting.faq': {
    label: 'よくある質問',
    hint: '100件まで。回答はMarkdown。',
  },
  MenuItems: {
    label: 'メニュー項目',
    hint: '20件まで。http(s)のアドレス、または/pricingのようなこのコンソールのページへのリンクです。',
  },
  OwnPages: {
    label: '独自のページ',
    hint: '20件まで。Markdownで書きます。アドレスは/page/に末尾を付けたものです。',
  },
} satisfies Incomplete<WordsOfTab<'overview'>>
