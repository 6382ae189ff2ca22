import type { LogSentences } from '../sentences.ts'

export const log: LogSentences = {
  registered: '注册赠送 {quota}',
  invited: '使用 {inviter} 的邀请码赠送 {quota}',
  invite_earned: '邀请用户 {guest} 获得 {quota}',
  earnings_transferred: '将邀请收益 {quota} 划转到余额',
  redemptions_made: '{actor} 生成了 {count} 个兑换码，每个 {quota}',
  redeemed: '使用兑换码 {id} 充值 {quota}',
  balance_changed: '{actor} 将余额从 {before} 改为 {after}',
  topped_up: '在线充值 {quota}，支付 {money}，订单号 {order}',
  payment_by_other_method: '订单 {order} 的支付被拒绝：支付方式为 {paid}，应为 {expected}',
  payment_of_other_amount: '订单 {order} 的支付被拒绝：支付了 {paid}，应为 {expected}',
  payment_of_nothing: '订单 {order} 的支付被拒绝：未支付任何金额，应为 {expected}',
  key_revealed: '{actor} 查看了渠道 {id}（{name}）的密钥',
  server_stopped: '请求进行中服务器停止运行，已退还为其预留的额度 {amount}。',
}
