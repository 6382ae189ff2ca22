export const jobs = {
  title: '后台任务',
  hint: '服务器自行执行的工作；有多个节点时，每项任务只由其中一个执行。',
  run: '立即运行',
  started: '{{name}}：已启动',
  loadFailed: '后台任务加载失败',
  notStarted: '{{name}} 未能启动：{{message}}',
  dueNow: '现在',
  columns: { name: '任务', state: '上次结果', started: '开始于', due: '下次', interval: '间隔' },
  states: {
    never_run: '尚未运行',
    running: '运行中……',
    failed: '失败',
    interrupted: '已中断，将重新运行',
    succeeded_other: '完成，清理 {{count}} 条',
  },
  names: {
    'expired-sessions': '过期会话',
    'unpaid-orders': '未支付订单',
    'old-notices': '过期提醒记录',
  },
  explanations: {
    'expired-sessions': '清理已结束的登录会话。',
    'unpaid-orders': '清理 180 天内无人支付的在线充值订单。',
    'old-notices': '清理不再限制新提醒的旧提醒记录。',
  },
}
