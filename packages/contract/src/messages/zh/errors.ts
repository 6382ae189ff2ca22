import type { ErrorCode } from '../../error-codes.ts'

export const errors: Record<ErrorCode, string> = {
  // ── access
  session_missing: '未登录或登录已过期，请重新登录',
  user_header_missing: '缺少 New-Api-User 请求头，请提供您的用户 ID',
  user_header_mismatch: 'New-Api-User 与登录用户不一致，请重新登录',
  access_token_invalid: '系统访问令牌无效',
  user_banned: '该用户已被封禁，请联系管理员',
  role_too_low: '权限不足',
  demo_site: '本站仅供演示，无法修改',
  route_unknown: '接口 {method} {path} 不存在',
  body_too_large: '请求体过大，上限为 {limit}',
  body_too_slow: '请求体传输过慢，请检查网络后重试',
  too_many_requests: '请求过于频繁，请稍后再试',
  internal: '服务器内部错误，请联系管理员（请求 {requestId}）',
  database_unavailable: '暂时无法访问数据库，请稍后再试',
  reports_busy: '当前有过多的耗时查询正在进行，请稍后再试',
  report_too_slow: '查询超过 {seconds} 秒，已被终止；请缩小筛选范围：更短的时间段、单个用户或单个模型',
  report_cancelled: '调用方已离开，查询已终止',
  setup_missing: '系统尚未初始化，请先完成初始化',

  // ── input
  input_invalid: '“{field}”{reason}',
  body_not_json: '请求体不是合法的 JSON',
  content_type_not_json: '请以 application/json 发送请求体',

  // ── set-up
  setup_done: '系统已经初始化完成',
  setup_username_empty: '请输入管理员用户名',
  setup_password_short: '密码长度至少为 8 个字符',
  setup_password_mismatch: '两次输入的密码不一致',

  // ── sign-in
  login_fields_empty: '请输入用户名和密码',
  login_failed: '用户名或密码错误，或用户已被封禁',
  password_login_disabled: '管理员关闭了密码登录',

  // ── users
  username_taken: '用户名已存在',
  username_too_long: '用户名最多 {limit} 个字符',
  user_not_found: '用户不存在',
  user_role_not_below: '无权操作同级或更高级别的用户',
  user_quota_too_low: '用户余额不足，无法扣减',
  webhook_url_required: '请填写 Webhook 地址',
  webhook_url_not_https: 'Webhook 地址必须以 https:// 开头',
  webhook_url_not_public: 'Webhook 地址不能指向内部网络',
  notification_email_invalid: '通知邮箱格式不正确',

  // ── redemption codes
  redemption_required: '请输入兑换码！',
  redemption_malformed: '兑换码应为 32 位字母和数字，请检查是否输入完整',
  redemption_unknown: '无效的兑换码',
  redemption_disabled: '该兑换码已被禁用',
  redemption_used: '该兑换码已被使用',
  redemption_not_found: '兑换码不存在',
  redemption_used_is_final: '已使用的兑换码不能修改',
  redemption_name_required: '请输入名称',

  // ── wallet
  topup_disabled: '管理员未开启在线充值！',
  server_address_missing: '管理员尚未设置服务器地址，无法在线充值，请联系管理员',
  topup_too_small: '充值数量不能小于{min}',
  topup_too_large: '充值数量不能大于{max}',
  topup_costs_nothing: '充值金额过低',
  transfer_too_small: '划转金额最低为 {min}',
  transfer_too_large: '邀请收益不足，可划转 {available}',

  // ── options
  option_unknown: '选项 {key} 不存在',
  option_invalid: '选项 {key} 的值无效：{reason}',
  option_needs: '请先填写 {needs}，再启用 {key}',
  option_in_use: '{by} 已启用，不能清空 {key}',

  // ── jobs
  job_running: '该任务正在运行，请等待其结束',

  // ── channels
  channel_not_found: '渠道未找到，请刷新页面后重试。',
  channel_name_and_key_required: '请填写渠道名称和渠道密钥！',
  channel_one_key: '一个渠道只能有一个密钥',
  channel_models_required: '请至少选择一个模型！',
  channel_model_name_too_long: '模型名称最多 {limit} 个字符：{model}',
  channel_model_mapping_invalid: '模型映射必须是合法的 JSON 格式！',
  channel_model_mapping_cycle: '模型映射存在循环：{model}',
  channel_setting_invalid: '渠道额外设置无效：{member}',
  channel_status_code_mapping_invalid: '状态码映射无效，请填写如 {"429": "500"} 的 JSON',
  channel_type_unknown: '未知的渠道类型 {type}',
  channel_base_url_required: '该渠道类型必须填写 API 地址',
  channel_base_url_invalid: 'API 地址无效，请填写以 http:// 或 https:// 开头的地址',

  // ── tokens
  token_not_found: '令牌不存在',
  token_limit_reached: '令牌数量已达上限 {limit}',
  token_name_required: '请输入令牌名称',
  token_name_too_long: '令牌名称过长，最多 {limit} 个字符',
  token_ip_invalid: '“{ip}” 不是合法的 IP 地址或 CIDR 网段',
  token_group_not_usable: '您无权使用分组 {group}',
  token_expired_cannot_enable: '令牌已过期，无法启用，请先修改过期时间，或设置为永不过期',
  token_exhausted_cannot_enable: '令牌额度已用尽，无法启用，请先增加额度，或设置为无限额度',
}
