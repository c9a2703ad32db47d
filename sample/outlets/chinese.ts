import { outlet } from './make-outlet.ts'
import type { Outlet } from './outlet.ts'

export const CHINESE_OUTLETS: readonly Outlet[] = [
  outlet('lanjiang-chenbao', '澜江晨报', ['zh', 'cn', 'general', 'rss'], {
    weight: 1.4,
    own: 2.4,
    alert: 0.85,
    column: 0,
    content: 'full',
    path: 'number',
  }),
  outlet('yuanfan-caijing', '远帆财经', ['zh', 'cn', 'business', 'atom'], {
    weight: 1.1,
    own: 1.3,
    alert: 0.85,
    weekend: 0.2,
    column: 2,
    path: 'number',
  }),
  outlet('yunyan-keji', '云砚科技', ['zh', 'cn', 'technology', 'rss'], {
    own: 1.6,
    alert: 0.8,
    content: 'full',
    path: 'number',
    engagement: 'comments',
  }),
  outlet('qingyu-kexue', '青屿科学', ['zh', 'cn', 'science', 'json'], {
    own: 0.8,
    alert: 0.8,
    path: 'number',
  }),
  outlet('saichang-feng', '赛场风', ['zh', 'cn', 'sports', 'rss'], {
    own: 1.2,
    alert: 0.8,
    weekend: 1.3,
    path: 'number',
  }),
]
