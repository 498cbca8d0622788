"""What an English and a Chinese word have in common: attributes, what has them, and few verbs."""

from mcp_memory.engine.comparison.tables import meanings

ACROSS = meanings("""
deadline: 截止日期
port: 端口
version: 版本
timeout: 超时
owner: 负责 负责人
contact: 联系人
manager: 经理
limit: 上限
price: 价格
budget: 预算
rent: 房租
discount: 折扣
region: 区域
timezone: 时区
branch: 分支
database: 数据库
framework: 框架
language: 语言
host: 主机
domain: 域名
path: 路径
address: 地址
password: 密码
birthday: 生日
default: 默认
keep: 保留
need: 需要
use: 用
meeting: 会议
session: 会话
cache: 缓存
token: 令牌
log: 日志
backup: 备份
server: 服务器
cluster: 集群
gateway: 网关
payment: 支付
search: 搜索
order: 订单
notification: 通知
production: 生产环境
project: 项目
team: 团队
service: 服务
company: 公司
office: 办公室
enable: 启用
allow: 允许
support: 支持
must: 必须
should: 应该
can: 可以
""")
"""Chinese words to the English ones."""
