import type { AlertSentences } from '../sentences.ts'

export const alerts: AlertSentences = {
  test: { title: '测试告警', text: '这是一条测试消息，没有任何问题。' },
  rules: {
    channel_down: {
      title: '渠道 {id}（{name}）不可用',
      text: '渠道 {id}（{name}）不再接收调用：已被自动禁用，或持续失败。',
      over: '渠道 {id}（{name}）已恢复，或不再使用。',
    },
    wallet_low: {
      title: '渠道 {id}（{name}）余额不足',
      text: '渠道 {id}（{name}）在上游剩余 {balance} 美元，低于 {least}。',
      over: '渠道 {id}（{name}）余额已充足。',
    },
    error_rate: {
      title: '大量调用失败',
      text: '最近 {minutes} 分钟内 {percent} % 的调用在上游失败：{all} 次中的 {failed} 次。',
      over: '失败的调用已减少。',
    },
    books_wrong: {
      title: '账目不平',
      text: '每日核对发现 {count} 处差异。请运行审计查看。',
      over: '账目已平。',
    },
    job_failed: {
      title: '任务 {name} 失败',
      text: '后台任务 {name} 上一次运行失败：{error}',
      over: '后台任务 {name} 已恢复正常。',
    },
    price_raised: {
      title: '{model} 的上游价格高于我们的价格',
      text: '价目表 {list} 对 {model} 的价格现在比我们高 {percent} %：{theirs} 美元，我们为 {ours} 美元（按三百万输入加一百万输出 tokens，或最贵的计价单位）。',
      over: '{model} 的价格已不低于价目表 {list}，或该价目表不再包含它。',
    },
    database_away: {
      title: '数据库不可用',
      text: '服务器 {server} 无法连接数据库。恢复之前，调用会被拒绝。',
      over: '服务器 {server} 已重新连接数据库。',
    },
    database_read_only: {
      title: '数据库无法写入',
      text: '服务器 {server} 可以连接数据库，但无法写入：数据库只读，或磁盘已满。',
      over: '服务器 {server} 已可写入数据库。',
    },
    redis_away: {
      title: 'Redis 不可用',
      text: '服务器 {server} 无法连接 Redis。调用不受影响，但各节点单独计算限额。',
      over: '服务器 {server} 已重新连接 Redis。',
    },
    not_ready: {
      title: '服务器未就绪',
      text: '服务器 {server} 无法处理调用：数据库不可用，或无法写入扣费。',
      over: '服务器 {server} 已恢复处理调用。',
    },
    node_lost: {
      title: '节点失联',
      text: '节点 {node} 没有响应：进程已终止或停滞，或无法连接数据库。',
      over: '节点 {node} 已恢复响应，或已被移除。',
    },
    funds_held: {
      title: '失联节点占用额度',
      text: '节点 {node} 没有响应，仍占用用户额度 {quota}；该节点被移除后额度会退回。',
      over: '节点 {node} 占用的额度已退回。',
    },
    disk_full: {
      title: '磁盘将满',
      text: '服务器 {server} 数据目录或数据库所在磁盘的可用空间为 {percent} %，低于 {least} %。',
      over: '服务器 {server} 的磁盘空间已充足。',
    },
    own_errors: {
      title: '服务器大量返回 5xx',
      text: '最近 {minutes} 分钟内，服务器 {server} 有 {percent} % 的调用以 5xx 结束：{all} 次中的 {failed} 次。',
      over: '服务器 {server} 的 5xx 调用已减少。',
    },
  },
}
