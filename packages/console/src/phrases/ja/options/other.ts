import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  UpdateCheckUrl: {
    label: 'リリース情報',
    hint: '最新リリースをJSONで返すアドレス（コードホスティングの…/releases/latestなど）。誰かが確認したときにだけ問い合わせます。空欄：確認しない。',
  },
  Notice: {
    label: 'お知らせ',
    hint: 'ホームページで全員に、変更時にはサインイン中の各ユーザーに一度表示します。MarkdownまたはHTML。空欄：お知らせなし。',
  },
  SystemName: {
    label: 'サイト名',
    hint: '上部のバー、ウィンドウのタイトル、メールに表示します。',
  },
  Logo: {
    label: 'ロゴ',
    hint: '画像のアドレス。空欄：内蔵のマーク。',
  },
  AccentColor: {
    label: 'アクセントカラー',
    hint: 'ボタンとリンクの色（例：#2a52c4）。明るい背景で読める暗さが必要です。空欄：内蔵の色。',
  },
  AccentColorDark: {
    label: 'ダークテーマのアクセントカラー',
    hint: '暗い背景で読める明るさが必要です。空欄：上の色を必要なだけ明るくします。',
  },
  ThemeDensity: {
    label: '密度',
    hint: 'ユーザーはそれぞれ変更できます。',
    choices: { comfortable: 'ゆったり', compact: '詰める' },
  },
  ThemeRadius: {
    label: '角',
    hint: 'ユーザーはそれぞれ変更できます。',
    choices: { none: '四角', small: '少し丸い', large: '丸い' },
  },
  ThemeFont: {
    label: '書体',
    hint: 'ユーザーはそれぞれ変更できます。閲覧者のシステムの書体を使い、何も読み込みません。',
    choices: { system: 'システム', sans: 'ゴシック体', serif: '明朝体', mono: '等幅' },
  },
  HomePageContent: {
    label: 'ホームページ',
    hint: 'Markdown、HTML、または埋め込むアドレス。埋め込まれたページには、言語とテーマが伝えられます。空欄：内蔵のホームページ。',
  },
  AvailabilityShownEnabled: {
    label: '過去24時間を表示',
    hint: '内蔵のホームページに、ここでもアップストリームでも失敗しなかった呼び出しの割合を1時間ごとに表示します。チャネルと呼び出し数は表示しません。データダッシュボードのデータを使うため、それをオンにする必要があります。',
  },
  ModelFiguresShownEnabled: {
    label: 'モデルの稼働率と速度を表示',
    hint: '各モデルのページで、30日間の稼働率と、グループ別の最初のトークンまでの時間および毎秒トークン数を、全員に表示します。チャネル、呼び出し数、訪問者が使えないグループは表示しません。稼働率はデータダッシュボードのデータを使うため、それをオンにする必要があります。各モデルのバッジ（/badge/NAME.svg）と障害のフィード（/feed.xml、/feed.json）も公開されます。',
  },
  About: {
    label: '概要ページ',
    hint: 'Markdown、HTML、または埋め込むアドレス。空欄：内蔵のページ。',
  },
  UserAgreement: {
    label: '利用規約',
    hint: 'Markdown、HTML、または埋め込むアドレス。内容がある場合、同意しなければ登録もサインインもできません。空欄：なし。',
  },
  PrivacyPolicy: {
    label: 'プライバシーポリシー',
    hint: 'Markdown、HTML、または埋め込むアドレス。内容がある場合、同意しなければ登録もサインインもできません。空欄：なし。',
  },
  ChangedRulesAskedAgain: {
    label: '変更後に再び同意を求める',
    hint: '以前の内容に同意した人に、次のサインインで新しい内容への同意を求めます。一度も同意していない人には常に求めます。',
  },
  Footer: {
    label: 'フッター',
    hint: 'すべてのページの下に表示するHTML。空欄：内蔵の行。',
  },
} satisfies Incomplete<WordsOfTab<'other'>>
