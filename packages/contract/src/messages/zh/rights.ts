import type { Right } from '../../rights.ts'

export const rights: Record<Right, { name: string; opens: string }> = {
  'channels.see': { name: '渠道：查看', opens: '渠道及其健康状况、密钥状态和标记，不含任何机密' },
  'channels.operate': {
    name: '渠道：操作',
    opens: '启用、禁用、测试、打标签、复制和删除渠道；模型、分组、优先级和权重',
  },
  'channels.keys': {
    name: '渠道：密钥',
    opens: '读取和修改密钥、地址、代理、覆盖参数和模型映射，它们含有机密，或决定密钥发往何处、由哪个模型回答',
  },
  'users.see': { name: '用户：查看', opens: '用户及其余额、会话和订阅' },
  'users.edit': {
    name: '用户：编辑',
    opens: '创建、改名、禁用和注销用户；密码、登录身份、第二因素和备注',
  },
  'users.balances': { name: '用户：余额', opens: '用户的余额、限额和分组，订单，退款，以及赠送的套餐' },
  messages: { name: '给用户的消息', opens: '在控制台和通过邮件给用户发消息，并可撤回' },
  prices: { name: '价格', opens: '模型、分组和套餐的价格，模型限额，自用模式，价格表和重算' },
  logs: { name: '他人日志', opens: '所有人的日志、凭据、绘图、任务和统计，含用户名和渠道名' },
  codes: { name: '兑换码', opens: '兑换码' },
  settings: { name: '不涉及访问权的设置', opens: '除价格和超级管理员专属之外的设置；告警和更新检查' },
  jobs: { name: '后台任务', opens: '后台任务、“服务器”页面（不含其日志），以及删除旧日志' },
}
