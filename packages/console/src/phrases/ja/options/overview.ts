import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const overview = {
  OverviewOrder: {
    label: 'パネルの順序',
    hint: 'ドラッグするか、つまみの上で矢印キーを使います。オフのもの、空のものは出ません。',
  },
  'console_setting.announcements_enabled': {
    label: 'お知らせを表示',
    hint: 'サインインした利用者の概要ページに。',
  },
  StatusPanelEnabled: {
    label: '状態パネルを表示',
    hint: '利用者が使えるモデルとグループだけを、呼び出し回数なしで表示します。ダッシュボードの数値を使います。',
  },
  'console_setting.api_info_enabled': {
    label: 'API アドレスを表示',
    hint: 'サインインした利用者の概要ページに。',
  },
  'console_setting.faq_enabled': {
    label: 'よくある質問を表示',
    hint: 'サインインした利用者の概要ページに。',
  },
  'console_setting.announcements': {
    label: 'お知らせ',
    hint: '100 件まで。本文は Markdown。先の日時のものはその時に出ます。',
  },
  StatusPanelShows: {
    label: '状態の対象',
    hint: '7 日間、日ごと。メンテナンスは常に表示します。',
    choices: { models: 'モデル', groups: 'グループ', maintenance: 'メンテナンスのみ' },
  },
  PlannedMaintenance: {
    label: '予定のメンテナンス',
    hint: '20 件まで。終わるまで表示します。',
  },
  'console_setting.uptime_kuma_groups': {
    label: 'Uptime Kuma',
    hint: '公開ステータスページ 10 件まで。状態パネルに表示。サーバーは最大で毎分 1 回読み込みます。',
  },
  'console_setting.api_info': {
    label: 'API アドレス',
    hint: '50 件まで。利用者はコピーし、ブラウザーから遅延を測れます。',
  },
  'console_setting.faq': {
    label: 'よくある質問',
    hint: '100 件まで。回答は Markdown。',
  },
  MenuItems: {
    label: 'メニュー項目',
    hint: '20 件まで。http(s) のアドレスか、/pricing のようなこのコンソールのページへ。',
  },
  OwnPages: {
    label: '独自のページ',
    hint: '20 件まで。Markdown で書き、アドレスは /page/ に末尾を付けたもの。',
  },
} satisfies Incomplete<WordsOfTab<'overview'>>
