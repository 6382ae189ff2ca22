export const alerts = {
  title: 'Что сейчас не так',
  nothing: 'Всё в порядке.',
  since: 'с {{time}}',
  untold: 'ещё не сообщено',
  test: 'Отправить проверочное оповещение',
  testHint: 'Всеми сохранёнными выше способами.',
  sent: 'Отправлено: {{ways}}',
  failed: '{{way}}: {{error}}',
  ways: {
    webhook: 'вебхук',
    email: 'почта',
  },
}
